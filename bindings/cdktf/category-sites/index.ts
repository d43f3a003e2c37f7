// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface CategorySitesConfig extends cdktf.TerraformMetaArguments {
  /**
  * Whether `sites_file` may be a file without a single site. Else such a file is refused, as it would take out all that the category filters by.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#allow_empty CategorySites#allow_empty}
  */
  readonly allowEmpty?: boolean | cdktf.IResolvable;
  /**
  * Number of the category, as `appliance_category` has it in `id`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#category_id CategorySites#category_id}
  */
  readonly categoryId: string;
  /**
  * Whether changes become active with the apply that makes them. Without it they wait for the next compile, whoever asks for it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#compile CategorySites#compile}
  */
  readonly compile?: boolean | cdktf.IResolvable;
  /**
  * Name of the list, by which it differs from others in the category. The appliance never learns of it, so another name changes nothing there.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#name CategorySites#name}
  */
  readonly name: string;
  /**
  * What happens to an added site that another personal category holds: `keep` leaves it there too and asks nothing, `move` takes it out there, `fail` refuses the change. The last two ask for each added site, in the plan up to 5,000. The plan warns of what it finds. With `fail` the apply refuses the change before it sends anything for it, unless the other category gives the site up in the same apply; if Terraform comes to this category first, apply again, or name the other one in `depends_on`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_conflict CategorySites#on_conflict}
  */
  readonly onConflict?: string;
  /**
  * What a destroy does: `remove` takes the managed sites out and compiles, `keep` leaves them there and only ceases to manage them.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_destroy CategorySites#on_destroy}
  */
  readonly onDestroy?: string;
  /**
  * What happens to lines of `sites_file` that are no sites, such as exceptions to rules: `skip` leaves them out, with one warning whenever the file has changed; `fail` refuses the file. So it is with names that the appliance would store as others or would not keep: see "What a site matches". A file most of whose lines are no sites is refused unless `skip` is written in the configuration.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_invalid_line CategorySites#on_invalid_line}
  */
  readonly onInvalidLine?: string;
  /**
  * What happens to a site that leaves the list: `remove` takes it out of the category, `keep` leaves it there and only ceases to manage it. Where the appliance has the autonomous category service alone, which takes nothing out, `keep` is the way to let go of sites, those included that somebody took out by hand.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_remove CategorySites#on_remove}
  */
  readonly onRemove?: string;
  /**
  * How many of its managed sites one change may take out, as a number, `"500"`, or as a share of them, `"20%"`: a plan that would take out more is refused. Sites that move to another category count, what `on_remove = "keep"` leaves does not; a destroy or a replacement warns only. Defaults to that of the provider, else to `50%` for a file where more than 1,000 sites are managed; `"100%"` allows everything.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#removal_limit CategorySites#removal_limit}
  */
  readonly removalLimit?: string;
  /**
  * Sites: domains or IPv4 addresses. Their order means nothing, and only they are managed: what others added stays. It is a list because Terraform compares the elements of large sets pairwise. For more than a thousand use `sites_file`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#sites CategorySites#sites}
  */
  readonly sites?: string[];
  /**
  * File with the sites, in place of `sites`, in one of the forms in which lists are published: see "Files of sites". Up to 64 MiB, which is some three million sites. It is read when the plan is made, relative to the folder in which Terraform runs, so it must be there by then. Where another file has the same sites, nothing changes.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#sites_file CategorySites#sites_file}
  */
  readonly sitesFile?: string;
  /**
  * How a refresh finds out whether the sites are there, of which the appliance has no list: `full` asks for each of them, `sample` for 2,000, ten of the last change among them, `none` for none; `auto` is `full` up to 5,000 sites, else `sample`. If a sample misses one, or the appliance counts fewer sites than are managed, all are asked for. The next apply adds what is missing.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#verify CategorySites#verify}
  */
  readonly verify?: string;
}
export interface CategorySitesLastChange {
}

export function categorySitesLastChangeToTerraform(struct?: CategorySitesLastChange): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function categorySitesLastChangeToHclTerraform(struct?: CategorySitesLastChange): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class CategorySitesLastChangeOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CategorySitesLastChange | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CategorySitesLastChange | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // added - computed: true, optional: false, required: false
  public get added() {
    return this.getNumberAttribute('added');
  }

  // removed - computed: true, optional: false, required: false
  public get removed() {
    return this.getNumberAttribute('removed');
  }

  // first_added - computed: true, optional: false, required: false
  public get firstAdded() {
    return this.getListAttribute('first_added');
  }

  // first_removed - computed: true, optional: false, required: false
  public get firstRemoved() {
    return this.getListAttribute('first_removed');
  }
}
export interface CategorySitesVerification {
}

export function categorySitesVerificationToTerraform(struct?: CategorySitesVerification): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function categorySitesVerificationToHclTerraform(struct?: CategorySitesVerification): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class CategorySitesVerificationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CategorySitesVerification | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CategorySitesVerification | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // mode - computed: true, optional: false, required: false
  public get mode() {
    return this.getStringAttribute('mode');
  }

  // asked - computed: true, optional: false, required: false
  public get asked() {
    return this.getNumberAttribute('asked');
  }

  // total - computed: true, optional: false, required: false
  public get total() {
    return this.getNumberAttribute('total');
  }

  // missing_count - computed: true, optional: false, required: false
  public get missingCount() {
    return this.getNumberAttribute('missing_count');
  }

  // missing - computed: true, optional: false, required: false
  public get missing() {
    return this.getListAttribute('missing');
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites appliance_category_sites}
*/
export class CategorySites extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_category_sites";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a CategorySites resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CategorySites to import
  * @param importFromId The id of the existing CategorySites that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the CategorySites to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "appliance_category_sites", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites appliance_category_sites} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CategorySitesConfig
  */
  public constructor(scope: Construct, id: string, config: CategorySitesConfig) {
    super(scope, id, {
      terraformResourceType: 'appliance_category_sites',
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
    this._allowEmpty = config.allowEmpty;
    this._categoryId = config.categoryId;
    this._compile = config.compile;
    this._name = config.name;
    this._onConflict = config.onConflict;
    this._onDestroy = config.onDestroy;
    this._onInvalidLine = config.onInvalidLine;
    this._onRemove = config.onRemove;
    this._removalLimit = config.removalLimit;
    this._sites = config.sites;
    this._sitesFile = config.sitesFile;
    this._verify = config.verify;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // allow_empty - computed: true, optional: true, required: false
  private _allowEmpty?: boolean | cdktf.IResolvable; 
  public get allowEmpty() {
    return this.getBooleanAttribute('allow_empty');
  }
  public set allowEmpty(value: boolean | cdktf.IResolvable) {
    this._allowEmpty = value;
  }
  public resetAllowEmpty() {
    this._allowEmpty = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowEmptyInput() {
    return this._allowEmpty;
  }

  // category_id - computed: false, optional: false, required: true
  private _categoryId?: string; 
  public get categoryId() {
    return this.getStringAttribute('category_id');
  }
  public set categoryId(value: string) {
    this._categoryId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get categoryIdInput() {
    return this._categoryId;
  }

  // category_name - computed: true, optional: false, required: false
  public get categoryName() {
    return this.getStringAttribute('category_name');
  }

  // compile - computed: true, optional: true, required: false
  private _compile?: boolean | cdktf.IResolvable; 
  public get compile() {
    return this.getBooleanAttribute('compile');
  }
  public set compile(value: boolean | cdktf.IResolvable) {
    this._compile = value;
  }
  public resetCompile() {
    this._compile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get compileInput() {
    return this._compile;
  }

  // compiled - computed: true, optional: false, required: false
  public get compiled() {
    return this.getBooleanAttribute('compiled');
  }

  // file_digest - computed: true, optional: false, required: false
  public get fileDigest() {
    return this.getStringAttribute('file_digest');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // item_count - computed: true, optional: false, required: false
  public get itemCount() {
    return this.getNumberAttribute('item_count');
  }

  // last_change - computed: true, optional: false, required: false
  private _lastChange = new CategorySitesLastChangeOutputReference(this, "last_change");
  public get lastChange() {
    return this._lastChange;
  }

  // missing_sites - computed: true, optional: false, required: false
  public get missingSites() {
    return this.getListAttribute('missing_sites');
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

  // on_conflict - computed: true, optional: true, required: false
  private _onConflict?: string; 
  public get onConflict() {
    return this.getStringAttribute('on_conflict');
  }
  public set onConflict(value: string) {
    this._onConflict = value;
  }
  public resetOnConflict() {
    this._onConflict = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onConflictInput() {
    return this._onConflict;
  }

  // on_destroy - computed: true, optional: true, required: false
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

  // on_invalid_line - computed: true, optional: true, required: false
  private _onInvalidLine?: string; 
  public get onInvalidLine() {
    return this.getStringAttribute('on_invalid_line');
  }
  public set onInvalidLine(value: string) {
    this._onInvalidLine = value;
  }
  public resetOnInvalidLine() {
    this._onInvalidLine = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onInvalidLineInput() {
    return this._onInvalidLine;
  }

  // on_remove - computed: true, optional: true, required: false
  private _onRemove?: string; 
  public get onRemove() {
    return this.getStringAttribute('on_remove');
  }
  public set onRemove(value: string) {
    this._onRemove = value;
  }
  public resetOnRemove() {
    this._onRemove = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get onRemoveInput() {
    return this._onRemove;
  }

  // removal_limit - computed: false, optional: true, required: false
  private _removalLimit?: string; 
  public get removalLimit() {
    return this.getStringAttribute('removal_limit');
  }
  public set removalLimit(value: string) {
    this._removalLimit = value;
  }
  public resetRemovalLimit() {
    this._removalLimit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get removalLimitInput() {
    return this._removalLimit;
  }

  // site_count - computed: true, optional: false, required: false
  public get siteCount() {
    return this.getNumberAttribute('site_count');
  }

  // sites - computed: false, optional: true, required: false
  private _sites?: string[]; 
  public get sites() {
    return this.getListAttribute('sites');
  }
  public set sites(value: string[]) {
    this._sites = value;
  }
  public resetSites() {
    this._sites = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sitesInput() {
    return this._sites;
  }

  // sites_digest - computed: true, optional: false, required: false
  public get sitesDigest() {
    return this.getStringAttribute('sites_digest');
  }

  // sites_file - computed: false, optional: true, required: false
  private _sitesFile?: string; 
  public get sitesFile() {
    return this.getStringAttribute('sites_file');
  }
  public set sitesFile(value: string) {
    this._sitesFile = value;
  }
  public resetSitesFile() {
    this._sitesFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sitesFileInput() {
    return this._sitesFile;
  }

  // sites_packed - computed: true, optional: false, required: false
  public get sitesPacked() {
    return this.getStringAttribute('sites_packed');
  }

  // verification - computed: true, optional: false, required: false
  private _verification = new CategorySitesVerificationOutputReference(this, "verification");
  public get verification() {
    return this._verification;
  }

  // verify - computed: true, optional: true, required: false
  private _verify?: string; 
  public get verify() {
    return this.getStringAttribute('verify');
  }
  public set verify(value: string) {
    this._verify = value;
  }
  public resetVerify() {
    this._verify = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get verifyInput() {
    return this._verify;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      allow_empty: cdktf.booleanToTerraform(this._allowEmpty),
      category_id: cdktf.stringToTerraform(this._categoryId),
      compile: cdktf.booleanToTerraform(this._compile),
      name: cdktf.stringToTerraform(this._name),
      on_conflict: cdktf.stringToTerraform(this._onConflict),
      on_destroy: cdktf.stringToTerraform(this._onDestroy),
      on_invalid_line: cdktf.stringToTerraform(this._onInvalidLine),
      on_remove: cdktf.stringToTerraform(this._onRemove),
      removal_limit: cdktf.stringToTerraform(this._removalLimit),
      sites: cdktf.listMapper(cdktf.stringToTerraform, false)(this._sites),
      sites_file: cdktf.stringToTerraform(this._sitesFile),
      verify: cdktf.stringToTerraform(this._verify),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      allow_empty: {
        value: cdktf.booleanToHclTerraform(this._allowEmpty),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      category_id: {
        value: cdktf.stringToHclTerraform(this._categoryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      compile: {
        value: cdktf.booleanToHclTerraform(this._compile),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_conflict: {
        value: cdktf.stringToHclTerraform(this._onConflict),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_destroy: {
        value: cdktf.stringToHclTerraform(this._onDestroy),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_invalid_line: {
        value: cdktf.stringToHclTerraform(this._onInvalidLine),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_remove: {
        value: cdktf.stringToHclTerraform(this._onRemove),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      removal_limit: {
        value: cdktf.stringToHclTerraform(this._removalLimit),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sites: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._sites),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      sites_file: {
        value: cdktf.stringToHclTerraform(this._sitesFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      verify: {
        value: cdktf.stringToHclTerraform(this._verify),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
