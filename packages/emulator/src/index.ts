export { openAreas } from './areas'
export { CategoryStore, storedName } from './categories/store'
export type { Certificate } from './certificates'
export { emulatorCommand } from './command/command'
export type { DirectoryOptions } from './directory/directory'
export { Directory } from './directory/directory'
export type { EmptyAttributes } from './directory/routes'
export type { Spelling } from './directory/spelling'
export { type Emulator, startEmulator } from './emulator'
export type { EmulatorOptions } from './emulator-options'
export type { Fault } from './faults'
export type { JournalEntry } from './journal'
export {
  baseListener,
  categoriesListener,
  directoryListener,
  legacyListener,
  recordsListener,
} from './listeners'
