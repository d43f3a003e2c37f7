import { App } from 'cdktn'
import { declareBranches } from './branches'
import { Headquarters } from './headquarters'

const app = new App()
new Headquarters(app, 'headquarters')
declareBranches(app)
app.synth()
