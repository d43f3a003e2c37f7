// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface LdapMemberConfig extends cdktn.TerraformMetaArguments {
  /**
  * Whether a destroy or replacement of this resource is rejected, regardless of `on_destroy`. The state decides: to destroy the resource, first apply `false`. A `removed` block with `destroy = false` is allowed. Defaults to the provider's `deletion_protection` for the type, or `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#deletion_protection LdapMember#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktn.IResolvable;
  /**
  * Email address.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#email LdapMember#email}
  */
  readonly email: string;
  /**
  * First name.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#first_name LdapMember#first_name}
  */
  readonly firstName: string;
  /**
  * Number of the member's primary group. If it is `0` or not set, the appliance chooses the group; if it is not set, the state follows the directory. A change is rejected as for `organization`. Null if the appliance does not return it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#gid LdapMember#gid}
  */
  readonly gid?: number;
  /**
  * Last name.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#last_name LdapMember#last_name}
  */
  readonly lastName: string;
  /**
  * Mobile phone number.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#mobile LdapMember#mobile}
  */
  readonly mobile?: string;
  /**
  * Action for the account on destroy. `delete` deletes it; `keep` leaves it and only removes it from the state. If not set, a member that was created or imported is deleted, and one that was adopted is kept. A change takes effect once it is applied.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#on_destroy LdapMember#on_destroy}
  */
  readonly onDestroy?: string;
  /**
  * Action if the member exists before it is created. `adopt` manages the existing member and changes it to match the configuration; `fail` leaves it unchanged and rejects the plan.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#on_existing LdapMember#on_existing}
  */
  readonly onExisting?: string;
  /**
  * Organization that the member belongs to. The data source `appliance_ldap_organizations` lists them. The REST interface cannot move a member: the plan rejects a change, unless the directory shows the new value already.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#organization LdapMember#organization}
  */
  readonly organization: string;
  /**
  * Password, stored in the state. Use `password_wo` to keep it out of the state. Changes made by others are not detected. If you remove it from the configuration, the password stays unchanged. Conflicts with `password_wo`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#password LdapMember#password}
  */
  readonly password?: string;
  /**
  * Password, stored in neither the plan nor the state. Requires `password_wo_version`. If your version of Terraform or OpenTofu does not support write-only attributes, use `password` instead. Conflicts with `password`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#password_wo LdapMember#password_wo}
  */
  readonly passwordWo?: string;
  /**
  * Version of `password_wo`. Change it to send a new password. Requires `password_wo`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#password_wo_version LdapMember#password_wo_version}
  */
  readonly passwordWoVersion?: number;
  /**
  * Phone number. If you remove it from the configuration and the appliance cannot empty it, the value stays, and the apply warns you.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#telephone_number LdapMember#telephone_number}
  */
  readonly telephoneNumber?: string;
  /**
  * Title. If you remove it from the configuration and the appliance cannot empty it, the value stays, and the apply warns you.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#title LdapMember#title}
  */
  readonly title?: string;
  /**
  * Login of the member, in any letter case. The appliance may reject short logins and `administrator`. The plan rejects another login, which is another account: declare it in a block of its own, and remove the old block when its owner no longer needs the account.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#uid LdapMember#uid}
  */
  readonly uid: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member appliance_ldap_member}
*/
export class LdapMember extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_ldap_member";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a LdapMember resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the LdapMember to import
  * @param importFromId The id of the existing LdapMember that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the LdapMember to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "appliance_ldap_member", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_member appliance_ldap_member} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options LdapMemberConfig
  */
  public constructor(scope: Construct, id: string, config: LdapMemberConfig) {
    super(scope, id, {
      terraformResourceType: 'appliance_ldap_member',
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
    this._email = config.email;
    this._firstName = config.firstName;
    this._gid = config.gid;
    this._lastName = config.lastName;
    this._mobile = config.mobile;
    this._onDestroy = config.onDestroy;
    this._onExisting = config.onExisting;
    this._organization = config.organization;
    this._password = config.password;
    this._passwordWo = config.passwordWo;
    this._passwordWoVersion = config.passwordWoVersion;
    this._telephoneNumber = config.telephoneNumber;
    this._title = config.title;
    this._uid = config.uid;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // adopted - computed: true, optional: false, required: false
  public get adopted() {
    return this.getBooleanAttribute('adopted');
  }

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

  // email - computed: false, optional: false, required: true
  private _email?: string; 
  public get email() {
    return this.getStringAttribute('email');
  }
  public set email(value: string) {
    this._email = value;
  }
  // Temporarily expose input value. Use with caution.
  public get emailInput() {
    return this._email;
  }

  // first_name - computed: false, optional: false, required: true
  private _firstName?: string; 
  public get firstName() {
    return this.getStringAttribute('first_name');
  }
  public set firstName(value: string) {
    this._firstName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get firstNameInput() {
    return this._firstName;
  }

  // gid - computed: true, optional: true, required: false
  private _gid?: number; 
  public get gid() {
    return this.getNumberAttribute('gid');
  }
  public set gid(value: number) {
    this._gid = value;
  }
  public resetGid() {
    this._gid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get gidInput() {
    return this._gid;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // last_name - computed: false, optional: false, required: true
  private _lastName?: string; 
  public get lastName() {
    return this.getStringAttribute('last_name');
  }
  public set lastName(value: string) {
    this._lastName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get lastNameInput() {
    return this._lastName;
  }

  // mobile - computed: false, optional: true, required: false
  private _mobile?: string; 
  public get mobile() {
    return this.getStringAttribute('mobile');
  }
  public set mobile(value: string) {
    this._mobile = value;
  }
  public resetMobile() {
    this._mobile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get mobileInput() {
    return this._mobile;
  }

  // on_destroy - computed: false, optional: true, required: false
  private _onDestroy?: string; 
  public get onDestroy() {
    return this.getStringAttribute('on_destroy');
  }
  public set onDestroy(value: string) {
    this._onDestroy = value;
  }
  public resetOnDestroy() {
    this._onDestroy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onDestroyInput() {
    return this._onDestroy;
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

  // password - computed: false, optional: true, required: false
  private _password?: string; 
  public get password() {
    return this.getStringAttribute('password');
  }
  public set password(value: string) {
    this._password = value;
  }
  public resetPassword() {
    this._password = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordInput() {
    return this._password;
  }

  // password_wo - computed: false, optional: true, required: false
  private _passwordWo?: string; 
  /**
  * @deprecated Write-only: the provider never returns this value; reading it always yields null by protocol contract. The getter remains for compatibility and will be removed in a future prebuilt-provider major.
  */
  public get passwordWo() {
    return this.getStringAttribute('password_wo');
  }
  public set passwordWo(value: string) {
    this._passwordWo = value;
  }
  public resetPasswordWo() {
    this._passwordWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordWoInput() {
    return this._passwordWo;
  }

  // password_wo_version - computed: false, optional: true, required: false
  private _passwordWoVersion?: number; 
  public get passwordWoVersion() {
    return this.getNumberAttribute('password_wo_version');
  }
  public set passwordWoVersion(value: number) {
    this._passwordWoVersion = value;
  }
  public resetPasswordWoVersion() {
    this._passwordWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordWoVersionInput() {
    return this._passwordWoVersion;
  }

  // telephone_number - computed: false, optional: true, required: false
  private _telephoneNumber?: string; 
  public get telephoneNumber() {
    return this.getStringAttribute('telephone_number');
  }
  public set telephoneNumber(value: string) {
    this._telephoneNumber = value;
  }
  public resetTelephoneNumber() {
    this._telephoneNumber = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get telephoneNumberInput() {
    return this._telephoneNumber;
  }

  // title - computed: false, optional: true, required: false
  private _title?: string; 
  public get title() {
    return this.getStringAttribute('title');
  }
  public set title(value: string) {
    this._title = value;
  }
  public resetTitle() {
    this._title = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get titleInput() {
    return this._title;
  }

  // uid - computed: false, optional: false, required: true
  private _uid?: string; 
  public get uid() {
    return this.getStringAttribute('uid');
  }
  public set uid(value: string) {
    this._uid = value;
  }
  // Temporarily expose input value. Use with caution.
  public get uidInput() {
    return this._uid;
  }

  // unverified - computed: true, optional: false, required: false
  public get unverified() {
    return this.getListAttribute('unverified');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      deletion_protection: cdktn.booleanToTerraform(this._deletionProtection),
      email: cdktn.stringToTerraform(this._email),
      first_name: cdktn.stringToTerraform(this._firstName),
      gid: cdktn.numberToTerraform(this._gid),
      last_name: cdktn.stringToTerraform(this._lastName),
      mobile: cdktn.stringToTerraform(this._mobile),
      on_destroy: cdktn.stringToTerraform(this._onDestroy),
      on_existing: cdktn.stringToTerraform(this._onExisting),
      organization: cdktn.stringToTerraform(this._organization),
      password: cdktn.stringToTerraform(this._password),
      password_wo: this.markWriteOnlyAttribute(cdktn.stringToTerraform(this._passwordWo)),
      password_wo_version: cdktn.numberToTerraform(this._passwordWoVersion),
      telephone_number: cdktn.stringToTerraform(this._telephoneNumber),
      title: cdktn.stringToTerraform(this._title),
      uid: cdktn.stringToTerraform(this._uid),
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
      email: {
        value: cdktn.stringToHclTerraform(this._email),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      first_name: {
        value: cdktn.stringToHclTerraform(this._firstName),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      gid: {
        value: cdktn.numberToHclTerraform(this._gid),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      last_name: {
        value: cdktn.stringToHclTerraform(this._lastName),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      mobile: {
        value: cdktn.stringToHclTerraform(this._mobile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_destroy: {
        value: cdktn.stringToHclTerraform(this._onDestroy),
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
      password: {
        value: cdktn.stringToHclTerraform(this._password),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      password_wo: {
        value: this.markWriteOnlyAttribute(cdktn.stringToHclTerraform(this._passwordWo)),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      password_wo_version: {
        value: cdktn.numberToHclTerraform(this._passwordWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      telephone_number: {
        value: cdktn.stringToHclTerraform(this._telephoneNumber),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      title: {
        value: cdktn.stringToHclTerraform(this._title),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      uid: {
        value: cdktn.stringToHclTerraform(this._uid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
