// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/website_analysis
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataApplianceWebsiteAnalysisConfig extends cdktf.TerraformMetaArguments {
  /**
  * Host, or host and port, without a scheme, such as `www.example.org` or `example.org:8443`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/website_analysis#website DataApplianceWebsiteAnalysis#website}
  */
  readonly website: string;
}
export interface DataApplianceWebsiteAnalysisProxyDns {
}

export function dataApplianceWebsiteAnalysisProxyDnsToTerraform(struct?: DataApplianceWebsiteAnalysisProxyDns): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataApplianceWebsiteAnalysisProxyDnsToHclTerraform(struct?: DataApplianceWebsiteAnalysisProxyDns): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataApplianceWebsiteAnalysisProxyDnsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataApplianceWebsiteAnalysisProxyDns | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataApplianceWebsiteAnalysisProxyDns | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // dns_error - computed: true, optional: false, required: false
  public get dnsError() {
    return this.getStringAttribute('dns_error');
  }

  // dns_result - computed: true, optional: false, required: false
  public get dnsResult() {
    return this.getStringAttribute('dns_result');
  }

  // dns_success - computed: true, optional: false, required: false
  public get dnsSuccess() {
    return this.getBooleanAttribute('dns_success');
  }

  // dnsname - computed: true, optional: false, required: false
  public get dnsname() {
    return this.getStringAttribute('dnsname');
  }
}

export class DataApplianceWebsiteAnalysisProxyDnsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataApplianceWebsiteAnalysisProxyDnsOutputReference {
    return new DataApplianceWebsiteAnalysisProxyDnsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/website_analysis appliance_website_analysis}
*/
export class DataApplianceWebsiteAnalysis extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_website_analysis";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataApplianceWebsiteAnalysis resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataApplianceWebsiteAnalysis to import
  * @param importFromId The id of the existing DataApplianceWebsiteAnalysis that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/website_analysis#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataApplianceWebsiteAnalysis to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "appliance_website_analysis", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/data-sources/website_analysis appliance_website_analysis} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataApplianceWebsiteAnalysisConfig
  */
  public constructor(scope: Construct, id: string, config: DataApplianceWebsiteAnalysisConfig) {
    super(scope, id, {
      terraformResourceType: 'appliance_website_analysis',
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
    this._website = config.website;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // direct_http - computed: true, optional: false, required: false
  public get directHttp() {
    return this.getBooleanAttribute('direct_http');
  }

  // direct_http_err_code - computed: true, optional: false, required: false
  public get directHttpErrCode() {
    return this.getNumberAttribute('direct_http_err_code');
  }

  // direct_http_error - computed: true, optional: false, required: false
  public get directHttpError() {
    return this.getStringAttribute('direct_http_error');
  }

  // direct_http_response_headers - computed: true, optional: false, required: false
  public get directHttpResponseHeaders() {
    return this.getListAttribute('direct_http_response_headers');
  }

  // domain - computed: true, optional: false, required: false
  public get domain() {
    return this.getStringAttribute('domain');
  }

  // domain_record - computed: true, optional: false, required: false
  public get domainRecord() {
    return this.getStringAttribute('domain_record');
  }

  // domain_test - computed: true, optional: false, required: false
  public get domainTest() {
    return this.getBooleanAttribute('domain_test');
  }

  // port - computed: true, optional: false, required: false
  public get port() {
    return this.getNumberAttribute('port');
  }

  // proto - computed: true, optional: false, required: false
  public get proto() {
    return this.getStringAttribute('proto');
  }

  // proxy_dns - computed: true, optional: false, required: false
  private _proxyDns = new DataApplianceWebsiteAnalysisProxyDnsList(this, "proxy_dns", false);
  public get proxyDns() {
    return this._proxyDns;
  }

  // proxy_enable - computed: true, optional: false, required: false
  public get proxyEnable() {
    return this.getBooleanAttribute('proxy_enable');
  }

  // proxy_error - computed: true, optional: false, required: false
  public get proxyError() {
    return this.getBooleanAttribute('proxy_error');
  }

  // proxy_error_str - computed: true, optional: false, required: false
  public get proxyErrorStr() {
    return this.getStringAttribute('proxy_error_str');
  }

  // proxy_response_code - computed: true, optional: false, required: false
  public get proxyResponseCode() {
    return this.getNumberAttribute('proxy_response_code');
  }

  // proxy_response_headers - computed: true, optional: false, required: false
  public get proxyResponseHeaders() {
    return this.getListAttribute('proxy_response_headers');
  }

  // proxy_url - computed: true, optional: false, required: false
  public get proxyUrl() {
    return this.getStringAttribute('proxy_url');
  }

  // query_url - computed: true, optional: false, required: false
  public get queryUrl() {
    return this.getStringAttribute('query_url');
  }

  // telnet - computed: true, optional: false, required: false
  public get telnet() {
    return this.getBooleanAttribute('telnet');
  }

  // telnet_error - computed: true, optional: false, required: false
  public get telnetError() {
    return this.getStringAttribute('telnet_error');
  }

  // website - computed: false, optional: false, required: true
  private _website?: string; 
  public get website() {
    return this.getStringAttribute('website');
  }
  public set website(value: string) {
    this._website = value;
  }
  // Temporarily expose input value. Use with caution.
  public get websiteInput() {
    return this._website;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      website: cdktf.stringToTerraform(this._website),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      website: {
        value: cdktf.stringToHclTerraform(this._website),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
