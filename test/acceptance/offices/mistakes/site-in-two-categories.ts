import { App } from 'cdktf'
import { declareOffices } from '../offices'
import { quarantined } from '../policy'

const app = new App()
declareOffices(app)
quarantined.push('www.pixel.example')
app.synth()
