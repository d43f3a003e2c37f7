// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/ldap_organizations
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataApplianceLdapOrganizationsConfig extends cdktf.TerraformMetaArguments {
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/ldap_organizations appliance_ldap_organizations}
*/
export class DataApplianceLdapOrganizations extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_ldap_organizations";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataApplianceLdapOrganizations resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataApplianceLdapOrganizations to import
  * @param importFromId The id of the existing DataApplianceLdapOrganizations that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/ldap_organizations#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataApplianceLdapOrganizations to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "appliance_ldap_organizations", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/ldap_organizations appliance_ldap_organizations} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataApplianceLdapOrganizationsConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataApplianceLdapOrganizationsConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'appliance_ldap_organizations',
      terraformGeneratorMetadata: {
        providerName: 'appliance',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // organizations - computed: true, optional: false, required: false
  public get organizations() {
    return this.getListAttribute('organizations');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
    };
    return attrs;
  }
}
