import { App } from 'cdktf'
import { Category } from 'terraform-provider-appliance/cdktf/category'
import { declareOffices } from '../offices'

const app = new App()
const { fleet } = declareOffices(app)
new Category(fleet.appliances.oslo.stack, 'more', { name: 'social  Networks', sites: ['chat.example'] })
app.synth()
