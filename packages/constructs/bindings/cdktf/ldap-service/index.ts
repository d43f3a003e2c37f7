// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface LdapServiceConfig extends cdktf.TerraformMetaArguments {
  /**
  * Longest waits of an apply, such as `90s`, `1h30m` or `1.5h`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#timeouts LdapService#timeouts}
  */
  readonly timeouts?: LdapServiceTimeouts;
  /**
  * Whether a destroy uninstalls the service with all of its members and groups.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#uninstall_on_destroy LdapService#uninstall_on_destroy}
  */
  readonly uninstallOnDestroy?: boolean | cdktf.IResolvable;
}
export interface LdapServiceTimeouts {
  /**
  * Longest wait for an installation, until the service runs. Defaults to `10m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#create LdapService#create}
  */
  readonly create?: string;
  /**
  * Longest wait for a removal, until the service is uninstalled. Defaults to `10m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#delete LdapService#delete}
  */
  readonly delete?: string;
  /**
  * Longest wait for a restart, until the service runs. Defaults to `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#update LdapService#update}
  */
  readonly update?: string;
}

export function ldapServiceTimeoutsToTerraform(struct?: LdapServiceTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function ldapServiceTimeoutsToHclTerraform(struct?: LdapServiceTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class LdapServiceTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): LdapServiceTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: LdapServiceTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string; 
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string; 
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string; 
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service appliance_ldap_service}
*/
export class LdapService extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_ldap_service";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a LdapService resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the LdapService to import
  * @param importFromId The id of the existing LdapService that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the LdapService to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "appliance_ldap_service", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/ldap_service appliance_ldap_service} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options LdapServiceConfig = {}
  */
  public constructor(scope: Construct, id: string, config: LdapServiceConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'appliance_ldap_service',
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
    this._timeouts.internalValue = config.timeouts;
    this._uninstallOnDestroy = config.uninstallOnDestroy;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // running - computed: true, optional: false, required: false
  public get running() {
    return this.getBooleanAttribute('running');
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new LdapServiceTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: LdapServiceTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // uninstall_on_destroy - computed: true, optional: true, required: false
  private _uninstallOnDestroy?: boolean | cdktf.IResolvable; 
  public get uninstallOnDestroy() {
    return this.getBooleanAttribute('uninstall_on_destroy');
  }
  public set uninstallOnDestroy(value: boolean | cdktf.IResolvable) {
    this._uninstallOnDestroy = value;
  }
  public resetUninstallOnDestroy() {
    this._uninstallOnDestroy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get uninstallOnDestroyInput() {
    return this._uninstallOnDestroy;
  }

  // version - computed: true, optional: false, required: false
  public get version() {
    return this.getStringAttribute('version');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      timeouts: ldapServiceTimeoutsToTerraform(this._timeouts.internalValue),
      uninstall_on_destroy: cdktf.booleanToTerraform(this._uninstallOnDestroy),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      timeouts: {
        value: ldapServiceTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "LdapServiceTimeouts",
      },
      uninstall_on_destroy: {
        value: cdktf.booleanToHclTerraform(this._uninstallOnDestroy),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
