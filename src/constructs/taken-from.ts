/** A type parameter where the compiler does not infer it: `NoInfer`, which TypeScript has only since 5.4. */
export type TakenFrom<Type> = [Type][Type extends unknown ? 0 : never]
