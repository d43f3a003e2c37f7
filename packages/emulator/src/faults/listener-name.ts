/** The listeners of an appliance (interface document, section 1). `base` is the one that the document gives no port. */
export const listenerNames = ['categories', 'legacy', 'base', 'records', 'directory'] as const

export type ListenerName = (typeof listenerNames)[number]
