import { App } from 'cdktf'
import { declareOffices } from './offices'

const app = new App()
declareOffices(app)
app.synth()
