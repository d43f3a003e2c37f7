// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface CategorySitesConfig extends cdktn.TerraformMetaArguments {
  /**
  * Whether `sites_file` can be a file without any site. If `false`, the plan rejects such a file, because it would remove all managed sites.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#allow_empty CategorySites#allow_empty}
  */
  readonly allowEmpty?: boolean | cdktn.IResolvable;
  /**
  * Number of the category, such as the `id` of an `appliance_category`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#category_id CategorySites#category_id}
  */
  readonly categoryId: string;
  /**
  * Whether an apply compiles the category, which makes its changes active. If `false`, they become active with the next compile.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#compile CategorySites#compile}
  */
  readonly compile?: boolean | cdktn.IResolvable;
  /**
  * Whether a destroy or replacement of this resource is rejected, regardless of `on_destroy`. The state decides: to destroy the resource, first apply `false`. A `removed` block with `destroy = false` is allowed. Defaults to the provider's `deletion_protection` for the type, or `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#deletion_protection CategorySites#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktn.IResolvable;
  /**
  * Domains or IPv4 addresses to leave out of a list from a file, with everything below them. They concern this list only. Cannot contain a public suffix such as `github.io`. Conflicts with `sites`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#exceptions CategorySites#exceptions}
  */
  readonly exceptions?: string[];
  /**
  * Path of a file with further exceptions, in the formats and within the limits of `sites_file`. Lines such as `@@||example.com^` are read like sites. Each line must be valid, regardless of `on_invalid_line`. Conflicts with `sites`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#exceptions_file CategorySites#exceptions_file}
  */
  readonly exceptionsFile?: string;
  /**
  * Action for lines of `sites_file` such as `@@||example.com^`. `apply` takes them as exceptions of the list; `skip` leaves them out. Defaults to `skip`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#list_exceptions CategorySites#list_exceptions}
  */
  readonly listExceptions?: string;
  /**
  * Name of the list, unique among the lists of the category. The appliance does not store it, so a new name changes nothing there.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#name CategorySites#name}
  */
  readonly name: string;
  /**
  * Action for an added site that another personal category contains. `keep` adds it without checking, and leaves it in the other category. `move` removes it from the other category. `fail` rejects the change.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_conflict CategorySites#on_conflict}
  */
  readonly onConflict?: string;
  /**
  * Action for the managed sites on destroy. `remove` removes them and, if `compile` is `true`, compiles the category; `keep` leaves them in the category and stops managing them.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_destroy CategorySites#on_destroy}
  */
  readonly onDestroy?: string;
  /**
  * Action for lines of `sites_file` that are not sites, and for names that a list cannot contain. `skip` leaves them out, with one warning each time the file changes; `fail` rejects the file. A file in which most lines are not sites is rejected unless the configuration sets `skip`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_invalid_line CategorySites#on_invalid_line}
  */
  readonly onInvalidLine?: string;
  /**
  * Action for a site that leaves the list. `remove` removes it from the category; `keep` leaves it there and stops managing it. The autonomous category service alone cannot remove sites: set `keep` there.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#on_remove CategorySites#on_remove}
  */
  readonly onRemove?: string;
  /**
  * Greatest number or share of the managed sites that a plan may remove, such as `"500"` or `"20%"`; `"100%"` allows every change. Sites that move to another category count; a destroy, and a replacement by a list of another name, only warn. Defaults to the `removal_limit` of the provider, otherwise to half of the sites of a list from a file with more than 1,000 managed sites. If sites leave only because a newer release of the provider reads the file differently, the default is a tenth.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#removal_limit CategorySites#removal_limit}
  */
  readonly removalLimit?: string;
  /**
  * Domains or IPv4 addresses, each once and in any order. Sites that others added stay. An empty list, or none, removes all managed sites. Use `sites_file` for more than 1,000 sites. Conflicts with `sites_file`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#sites CategorySites#sites}
  */
  readonly sites?: string[];
  /**
  * Path of a file with the sites, relative to the folder in which Terraform runs. See "List files" in the guide "Checking and fetching lists" for formats, archives and limits. The plan reads the file. Another one with the same sites changes nothing. Conflicts with `sites`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#sites_file CategorySites#sites_file}
  */
  readonly sitesFile?: string;
  /**
  * Paths of several files whose sites together are the list, such as `fileset(path.module, "lists/*.txt")`. Each is read as `sites_file`, whose limits apply to all together. Conflicts with `sites` and `sites_file`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#sites_files CategorySites#sites_files}
  */
  readonly sitesFiles?: string[];
  /**
  * Number of sites that are looked up one by one: all (`full`), 2,000 (`sample`) or none (`none`). A refresh looks up managed sites, and an apply those that it has removed. `auto` is the `verify` of the provider, otherwise `full` for up to 5,000 sites, and `sample` for more.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#verify CategorySites#verify}
  */
  readonly verify?: string;
}
export interface CategorySitesFileSites {
}

export function categorySitesFileSitesToTerraform(struct?: CategorySitesFileSites): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
  }
}


export function categorySitesFileSitesToHclTerraform(struct?: CategorySitesFileSites): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
  };
  return attrs;
}

export class CategorySitesFileSitesOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CategorySitesFileSites | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CategorySitesFileSites | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // count - computed: true, optional: false, required: false
  public get count() {
    return this.getNumberAttribute('count');
  }

  // digest - computed: true, optional: false, required: false
  public get digest() {
    return this.getStringAttribute('digest');
  }

  // file_digest - computed: true, optional: false, required: false
  public get fileDigest() {
    return this.getStringAttribute('file_digest');
  }

  // missing - computed: true, optional: false, required: false
  public get missing() {
    return this.getListAttribute('missing');
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites appliance_category_sites}
*/
export class CategorySites extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_category_sites";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a CategorySites resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CategorySites to import
  * @param importFromId The id of the existing CategorySites that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/category_sites#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the CategorySites to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "appliance_category_sites", importId: importFromId, provider });
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
    this._deletionProtection = config.deletionProtection;
    this._exceptions = config.exceptions;
    this._exceptionsFile = config.exceptionsFile;
    this._listExceptions = config.listExceptions;
    this._name = config.name;
    this._onConflict = config.onConflict;
    this._onDestroy = config.onDestroy;
    this._onInvalidLine = config.onInvalidLine;
    this._onRemove = config.onRemove;
    this._removalLimit = config.removalLimit;
    this._sites = config.sites;
    this._sitesFile = config.sitesFile;
    this._sitesFiles = config.sitesFiles;
    this._verify = config.verify;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // allow_empty - computed: true, optional: true, required: false
  private _allowEmpty?: boolean | cdktn.IResolvable; 
  public get allowEmpty() {
    return this.getBooleanAttribute('allow_empty');
  }
  public set allowEmpty(value: boolean | cdktn.IResolvable) {
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
  private _compile?: boolean | cdktn.IResolvable; 
  public get compile() {
    return this.getBooleanAttribute('compile');
  }
  public set compile(value: boolean | cdktn.IResolvable) {
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

  // exceptions - computed: false, optional: true, required: false
  private _exceptions?: string[]; 
  public get exceptions() {
    return this.getListAttribute('exceptions');
  }
  public set exceptions(value: string[]) {
    this._exceptions = value;
  }
  public resetExceptions() {
    this._exceptions = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get exceptionsInput() {
    return this._exceptions;
  }

  // exceptions_file - computed: false, optional: true, required: false
  private _exceptionsFile?: string; 
  public get exceptionsFile() {
    return this.getStringAttribute('exceptions_file');
  }
  public set exceptionsFile(value: string) {
    this._exceptionsFile = value;
  }
  public resetExceptionsFile() {
    this._exceptionsFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get exceptionsFileInput() {
    return this._exceptionsFile;
  }

  // file_sites - computed: true, optional: false, required: false
  private _fileSites = new CategorySitesFileSitesOutputReference(this, "file_sites");
  public get fileSites() {
    return this._fileSites;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // list_exceptions - computed: false, optional: true, required: false
  private _listExceptions?: string; 
  public get listExceptions() {
    return this.getStringAttribute('list_exceptions');
  }
  public set listExceptions(value: string) {
    this._listExceptions = value;
  }
  public resetListExceptions() {
    this._listExceptions = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get listExceptionsInput() {
    return this._listExceptions;
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

  // sites_files - computed: false, optional: true, required: false
  private _sitesFiles?: string[]; 
  public get sitesFiles() {
    return this.getListAttribute('sites_files');
  }
  public set sitesFiles(value: string[]) {
    this._sitesFiles = value;
  }
  public resetSitesFiles() {
    this._sitesFiles = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sitesFilesInput() {
    return this._sitesFiles;
  }

  // sites_packed - computed: true, optional: false, required: false
  public get sitesPacked() {
    return this.getStringAttribute('sites_packed');
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
      allow_empty: cdktn.booleanToTerraform(this._allowEmpty),
      category_id: cdktn.stringToTerraform(this._categoryId),
      compile: cdktn.booleanToTerraform(this._compile),
      deletion_protection: cdktn.booleanToTerraform(this._deletionProtection),
      exceptions: cdktn.listMapper(cdktn.stringToTerraform, false)(this._exceptions),
      exceptions_file: cdktn.stringToTerraform(this._exceptionsFile),
      list_exceptions: cdktn.stringToTerraform(this._listExceptions),
      name: cdktn.stringToTerraform(this._name),
      on_conflict: cdktn.stringToTerraform(this._onConflict),
      on_destroy: cdktn.stringToTerraform(this._onDestroy),
      on_invalid_line: cdktn.stringToTerraform(this._onInvalidLine),
      on_remove: cdktn.stringToTerraform(this._onRemove),
      removal_limit: cdktn.stringToTerraform(this._removalLimit),
      sites: cdktn.listMapper(cdktn.stringToTerraform, false)(this._sites),
      sites_file: cdktn.stringToTerraform(this._sitesFile),
      sites_files: cdktn.listMapper(cdktn.stringToTerraform, false)(this._sitesFiles),
      verify: cdktn.stringToTerraform(this._verify),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      allow_empty: {
        value: cdktn.booleanToHclTerraform(this._allowEmpty),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      category_id: {
        value: cdktn.stringToHclTerraform(this._categoryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      compile: {
        value: cdktn.booleanToHclTerraform(this._compile),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      deletion_protection: {
        value: cdktn.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      exceptions: {
        value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(this._exceptions),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      exceptions_file: {
        value: cdktn.stringToHclTerraform(this._exceptionsFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      list_exceptions: {
        value: cdktn.stringToHclTerraform(this._listExceptions),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktn.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_conflict: {
        value: cdktn.stringToHclTerraform(this._onConflict),
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
      on_invalid_line: {
        value: cdktn.stringToHclTerraform(this._onInvalidLine),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      on_remove: {
        value: cdktn.stringToHclTerraform(this._onRemove),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      removal_limit: {
        value: cdktn.stringToHclTerraform(this._removalLimit),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sites: {
        value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(this._sites),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      sites_file: {
        value: cdktn.stringToHclTerraform(this._sitesFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sites_files: {
        value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(this._sitesFiles),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      verify: {
        value: cdktn.stringToHclTerraform(this._verify),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
