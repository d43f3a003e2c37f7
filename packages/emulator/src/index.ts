export { openAreas } from './areas'
export { storedName } from './categories/name'
export { CategoryStore } from './categories/store'
export type { Certificate } from './certificates/certificate'
export { emulatorCommand } from './command/command'
export { Directory } from './directory/directory'
export type { DirectoryOptions } from './directory/options'
export type { EmptyAttributes } from './directory/routes/members'
export type { Spelling } from './directory/routes/spelling'
export { type Emulator, startEmulator } from './emulator'
export type { EmulatorOptions } from './emulator-options'
export type { Fault } from './faults/fault'
export type { JournalEntry } from './journal'
export {
  baseListener,
  categoriesListener,
  directoryListener,
  legacyListener,
  recordsListener,
} from './listeners'
