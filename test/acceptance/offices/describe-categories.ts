import type { IAspect } from 'cdktf'
import type { IConstruct } from 'constructs'
import { Category } from 'terraform-provider-appliance/cdktf/category'

/** Gives a description to every category that has none, except those that were here first and stay. */
export class DescribeCategories implements IAspect {
  visit(construct: IConstruct): void {
    if (!(construct instanceof Category) || construct.onDestroyInput === 'keep') return
    // Not `description`, which is a reference to what the appliance will have, and never empty.
    if (construct.descriptionInput === undefined) construct.description = 'Managed by the platform team'
  }
}
