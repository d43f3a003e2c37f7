// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface LdapGroupConfig extends cdktn.TerraformMetaArguments {
  /**
  * Whether a destroy or replacement of this resource is rejected, regardless of `on_destroy`. The state decides: to destroy the resource, first apply `false`. A `removed` block with `destroy = false` is allowed. Defaults to the provider's `deletion_protection` for the type, or `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group#deletion_protection LdapGroup#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktn.IResolvable;
  /**
  * Name of the group, in any letter case. The REST interface cannot rename a group, so a new name creates another group.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group#name LdapGroup#name}
  */
  readonly name: string;
  /**
  * Action if the group exists before it is created. `adopt` manages the existing group and changes nothing in it; `fail` rejects the plan.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group#on_existing LdapGroup#on_existing}
  */
  readonly onExisting?: string;
  /**
  * Organization of the group. The data source `appliance_ldap_organizations` lists the organizations.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group#organization LdapGroup#organization}
  */
  readonly organization: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group appliance_ldap_group}
*/
export class LdapGroup extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_ldap_group";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a LdapGroup resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the LdapGroup to import
  * @param importFromId The id of the existing LdapGroup that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the LdapGroup to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "appliance_ldap_group", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_group appliance_ldap_group} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options LdapGroupConfig
  */
  public constructor(scope: Construct, id: string, config: LdapGroupConfig) {
    super(scope, id, {
      terraformResourceType: 'appliance_ldap_group',
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
    this._deletionProtection = config.deletionProtection;
    this._name = config.name;
    this._onExisting = config.onExisting;
    this._organization = config.organization;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // deletion_protection - computed: false, optional: true, required: false
  private _deletionProtection?: boolean | cdktn.IResolvable; 
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktn.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // gid - computed: true, optional: false, required: false
  public get gid() {
    return this.getNumberAttribute('gid');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // on_existing - computed: true, optional: true, required: false
  private _onExisting?: string; 
  public get onExisting() {
    return this.getStringAttribute('on_existing');
  }
  public set onExisting(value: string) {
    this._onExisting = value;
  }
  public resetOnExisting() {
    this._onExisting = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onExistingInput() {
    return this._onExisting;
  }

  // organization - computed: false, optional: false, required: true
  private _organization?: string; 
  public get organization() {
    return this.getStringAttribute('organization');
  }
  public set organization(value: string) {
    this._organization = value;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationInput() {
    return this._organization;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      deletion_protection: cdktn.booleanToTerraform(this._deletionProtection),
      name: cdktn.stringToTerraform(this._name),
      on_existing: cdktn.stringToTerraform(this._onExisting),
      organization: cdktn.stringToTerraform(this._organization),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      deletion_protection: {
        value: cdktn.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      name: {
        value: cdktn.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_existing: {
        value: cdktn.stringToHclTerraform(this._onExisting),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      organization: {
        value: cdktn.stringToHclTerraform(this._organization),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
