// The emulator: to start it, to say what appliance it is, and to let requests fail.

// Its data, which programs read and change as an administrator would by hand, and what kinds of user directory there are.
export type { CategoryStore } from './categories/store'
export type { Certificate } from './certificates'
export { emulatorCommand } from './command/command'
export type { Directory, DirectoryOptions } from './directory/directory'
export type { EmptyAttributes, UnsentAttributes } from './directory/routes'
export type { Spelling } from './directory/spelling'
export { type Emulator, startEmulator } from './emulator'
export type { EmulatorOptions } from './emulator-options'
export type { Fault } from './faults'
export type { JournalEntry } from './journal'
export { interfaceNamed, type NetworkInterface } from './network'
