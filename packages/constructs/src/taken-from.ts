/** Uses a type parameter without inferring it. Stands for `NoInfer`, which only TypeScript 5.4 and newer have. */
export type TakenFrom<Type> = [Type][Type extends unknown ? 0 : never]
