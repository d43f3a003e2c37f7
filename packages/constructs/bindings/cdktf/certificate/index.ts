// https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface CertificateConfig extends cdktf.TerraformMetaArguments {
  /**
  * Action for an order that the appliance rejects because such a certificate exists. `fail` reports an error; `adopt` takes over the existing certificate, and the apply warns you. `adopt` verifies nothing: the existing certificate can have another key, other names or another lifetime.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#on_existing Certificate#on_existing}
  */
  readonly onExisting?: string;
  /**
  * Order for a self-signed certificate. The appliance requires two alternative names; the common name replaces missing ones. Conflicts with `signing_request` and `server`. A change, other than of letter case or script, orders another certificate.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#self_signed Certificate#self_signed}
  */
  readonly selfSigned?: CertificateSelfSigned;
  /**
  * Order for a server certificate, which is built from a certificate in the certificate center. Conflicts with `signing_request` and `self_signed`. A change, other than of letter case or script, orders another certificate.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#server Certificate#server}
  */
  readonly server?: CertificateServer;
  /**
  * Order for a certificate signing request. The certificate center must already contain the data of the certificate. Conflicts with `self_signed` and `server`. A change, other than of letter case or script, orders another certificate.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#signing_request Certificate#signing_request}
  */
  readonly signingRequest?: CertificateSigningRequest;
}
export interface CertificateSelfSigned {
  /**
  * Additional names (`subjectAltName`, `subjectAltName1`, `subjectAltName2`), sent like the common name, in any order. At most 3, each of at most 253 characters.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#alternative_names Certificate#alternative_names}
  */
  readonly alternativeNames?: string[];
  /**
  * Number of days for which the certificate is valid. Must be between 1 and 36,500.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#certificate_max_days Certificate#certificate_max_days}
  */
  readonly certificateMaxDays?: number;
  /**
  * Name of the certificate in the certificate center.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#certificate_name Certificate#certificate_name}
  */
  readonly certificateName: string;
  /**
  * Name that the certificate is for, such as `proxy.example.org`. At most 64 characters, for another script in the ASCII form (`xn--…`) in which it is sent; no URL, comma or port.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#common_name Certificate#common_name}
  */
  readonly commonName: string;
  /**
  * Country of the organization. Must be two capital letters, such as `DE`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#country_name Certificate#country_name}
  */
  readonly countryName?: string;
  /**
  * Email address of the person responsible.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#email_address Certificate#email_address}
  */
  readonly emailAddress?: string;
  /**
  * Additional form fields, for other releases of the appliance. Sent unchanged. Must not contain a field of another attribute.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#extra_fields Certificate#extra_fields}
  */
  readonly extraFields?: { [key: string]: string };
  /**
  * Size of the key in bits (`levelenc`). Valid values are `1024`, `2048` and `4096`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#key_size Certificate#key_size}
  */
  readonly keySize?: number;
  /**
  * Town of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#locality_name Certificate#locality_name}
  */
  readonly localityName?: string;
  /**
  * Number of the node group. A single server has the number `0`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#node_id Certificate#node_id}
  */
  readonly nodeId?: number;
  /**
  * Name of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#organization_name Certificate#organization_name}
  */
  readonly organizationName?: string;
  /**
  * Unit of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#organizational_unit Certificate#organizational_unit}
  */
  readonly organizationalUnit?: string;
  /**
  * State or province of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#state_or_province_name Certificate#state_or_province_name}
  */
  readonly stateOrProvinceName?: string;
}

export function certificateSelfSignedToTerraform(struct?: CertificateSelfSigned | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    alternative_names: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.alternativeNames),
    certificate_max_days: cdktf.numberToTerraform(struct!.certificateMaxDays),
    certificate_name: cdktf.stringToTerraform(struct!.certificateName),
    common_name: cdktf.stringToTerraform(struct!.commonName),
    country_name: cdktf.stringToTerraform(struct!.countryName),
    email_address: cdktf.stringToTerraform(struct!.emailAddress),
    extra_fields: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.extraFields),
    key_size: cdktf.numberToTerraform(struct!.keySize),
    locality_name: cdktf.stringToTerraform(struct!.localityName),
    node_id: cdktf.numberToTerraform(struct!.nodeId),
    organization_name: cdktf.stringToTerraform(struct!.organizationName),
    organizational_unit: cdktf.stringToTerraform(struct!.organizationalUnit),
    state_or_province_name: cdktf.stringToTerraform(struct!.stateOrProvinceName),
  }
}


export function certificateSelfSignedToHclTerraform(struct?: CertificateSelfSigned | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    alternative_names: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.alternativeNames),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    certificate_max_days: {
      value: cdktf.numberToHclTerraform(struct!.certificateMaxDays),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    certificate_name: {
      value: cdktf.stringToHclTerraform(struct!.certificateName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    common_name: {
      value: cdktf.stringToHclTerraform(struct!.commonName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    country_name: {
      value: cdktf.stringToHclTerraform(struct!.countryName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    email_address: {
      value: cdktf.stringToHclTerraform(struct!.emailAddress),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    extra_fields: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.extraFields),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    key_size: {
      value: cdktf.numberToHclTerraform(struct!.keySize),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    locality_name: {
      value: cdktf.stringToHclTerraform(struct!.localityName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    node_id: {
      value: cdktf.numberToHclTerraform(struct!.nodeId),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    organization_name: {
      value: cdktf.stringToHclTerraform(struct!.organizationName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    organizational_unit: {
      value: cdktf.stringToHclTerraform(struct!.organizationalUnit),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    state_or_province_name: {
      value: cdktf.stringToHclTerraform(struct!.stateOrProvinceName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CertificateSelfSignedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CertificateSelfSigned | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._alternativeNames !== undefined) {
      hasAnyValues = true;
      internalValueResult.alternativeNames = this._alternativeNames;
    }
    if (this._certificateMaxDays !== undefined) {
      hasAnyValues = true;
      internalValueResult.certificateMaxDays = this._certificateMaxDays;
    }
    if (this._certificateName !== undefined) {
      hasAnyValues = true;
      internalValueResult.certificateName = this._certificateName;
    }
    if (this._commonName !== undefined) {
      hasAnyValues = true;
      internalValueResult.commonName = this._commonName;
    }
    if (this._countryName !== undefined) {
      hasAnyValues = true;
      internalValueResult.countryName = this._countryName;
    }
    if (this._emailAddress !== undefined) {
      hasAnyValues = true;
      internalValueResult.emailAddress = this._emailAddress;
    }
    if (this._extraFields !== undefined) {
      hasAnyValues = true;
      internalValueResult.extraFields = this._extraFields;
    }
    if (this._keySize !== undefined) {
      hasAnyValues = true;
      internalValueResult.keySize = this._keySize;
    }
    if (this._localityName !== undefined) {
      hasAnyValues = true;
      internalValueResult.localityName = this._localityName;
    }
    if (this._nodeId !== undefined) {
      hasAnyValues = true;
      internalValueResult.nodeId = this._nodeId;
    }
    if (this._organizationName !== undefined) {
      hasAnyValues = true;
      internalValueResult.organizationName = this._organizationName;
    }
    if (this._organizationalUnit !== undefined) {
      hasAnyValues = true;
      internalValueResult.organizationalUnit = this._organizationalUnit;
    }
    if (this._stateOrProvinceName !== undefined) {
      hasAnyValues = true;
      internalValueResult.stateOrProvinceName = this._stateOrProvinceName;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CertificateSelfSigned | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._alternativeNames = undefined;
      this._certificateMaxDays = undefined;
      this._certificateName = undefined;
      this._commonName = undefined;
      this._countryName = undefined;
      this._emailAddress = undefined;
      this._extraFields = undefined;
      this._keySize = undefined;
      this._localityName = undefined;
      this._nodeId = undefined;
      this._organizationName = undefined;
      this._organizationalUnit = undefined;
      this._stateOrProvinceName = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._alternativeNames = value.alternativeNames;
      this._certificateMaxDays = value.certificateMaxDays;
      this._certificateName = value.certificateName;
      this._commonName = value.commonName;
      this._countryName = value.countryName;
      this._emailAddress = value.emailAddress;
      this._extraFields = value.extraFields;
      this._keySize = value.keySize;
      this._localityName = value.localityName;
      this._nodeId = value.nodeId;
      this._organizationName = value.organizationName;
      this._organizationalUnit = value.organizationalUnit;
      this._stateOrProvinceName = value.stateOrProvinceName;
    }
  }

  // alternative_names - computed: false, optional: true, required: false
  private _alternativeNames?: string[]; 
  public get alternativeNames() {
    return this.getListAttribute('alternative_names');
  }
  public set alternativeNames(value: string[]) {
    this._alternativeNames = value;
  }
  public resetAlternativeNames() {
    this._alternativeNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get alternativeNamesInput() {
    return this._alternativeNames;
  }

  // certificate_max_days - computed: true, optional: true, required: false
  private _certificateMaxDays?: number; 
  public get certificateMaxDays() {
    return this.getNumberAttribute('certificate_max_days');
  }
  public set certificateMaxDays(value: number) {
    this._certificateMaxDays = value;
  }
  public resetCertificateMaxDays() {
    this._certificateMaxDays = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get certificateMaxDaysInput() {
    return this._certificateMaxDays;
  }

  // certificate_name - computed: false, optional: false, required: true
  private _certificateName?: string; 
  public get certificateName() {
    return this.getStringAttribute('certificate_name');
  }
  public set certificateName(value: string) {
    this._certificateName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get certificateNameInput() {
    return this._certificateName;
  }

  // common_name - computed: false, optional: false, required: true
  private _commonName?: string; 
  public get commonName() {
    return this.getStringAttribute('common_name');
  }
  public set commonName(value: string) {
    this._commonName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get commonNameInput() {
    return this._commonName;
  }

  // country_name - computed: false, optional: true, required: false
  private _countryName?: string; 
  public get countryName() {
    return this.getStringAttribute('country_name');
  }
  public set countryName(value: string) {
    this._countryName = value;
  }
  public resetCountryName() {
    this._countryName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get countryNameInput() {
    return this._countryName;
  }

  // email_address - computed: false, optional: true, required: false
  private _emailAddress?: string; 
  public get emailAddress() {
    return this.getStringAttribute('email_address');
  }
  public set emailAddress(value: string) {
    this._emailAddress = value;
  }
  public resetEmailAddress() {
    this._emailAddress = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get emailAddressInput() {
    return this._emailAddress;
  }

  // extra_fields - computed: false, optional: true, required: false
  private _extraFields?: { [key: string]: string }; 
  public get extraFields() {
    return this.getStringMapAttribute('extra_fields');
  }
  public set extraFields(value: { [key: string]: string }) {
    this._extraFields = value;
  }
  public resetExtraFields() {
    this._extraFields = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get extraFieldsInput() {
    return this._extraFields;
  }

  // key_size - computed: true, optional: true, required: false
  private _keySize?: number; 
  public get keySize() {
    return this.getNumberAttribute('key_size');
  }
  public set keySize(value: number) {
    this._keySize = value;
  }
  public resetKeySize() {
    this._keySize = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get keySizeInput() {
    return this._keySize;
  }

  // locality_name - computed: false, optional: true, required: false
  private _localityName?: string; 
  public get localityName() {
    return this.getStringAttribute('locality_name');
  }
  public set localityName(value: string) {
    this._localityName = value;
  }
  public resetLocalityName() {
    this._localityName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get localityNameInput() {
    return this._localityName;
  }

  // node_id - computed: true, optional: true, required: false
  private _nodeId?: number; 
  public get nodeId() {
    return this.getNumberAttribute('node_id');
  }
  public set nodeId(value: number) {
    this._nodeId = value;
  }
  public resetNodeId() {
    this._nodeId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeIdInput() {
    return this._nodeId;
  }

  // organization_name - computed: false, optional: true, required: false
  private _organizationName?: string; 
  public get organizationName() {
    return this.getStringAttribute('organization_name');
  }
  public set organizationName(value: string) {
    this._organizationName = value;
  }
  public resetOrganizationName() {
    this._organizationName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationNameInput() {
    return this._organizationName;
  }

  // organizational_unit - computed: false, optional: true, required: false
  private _organizationalUnit?: string; 
  public get organizationalUnit() {
    return this.getStringAttribute('organizational_unit');
  }
  public set organizationalUnit(value: string) {
    this._organizationalUnit = value;
  }
  public resetOrganizationalUnit() {
    this._organizationalUnit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationalUnitInput() {
    return this._organizationalUnit;
  }

  // state_or_province_name - computed: false, optional: true, required: false
  private _stateOrProvinceName?: string; 
  public get stateOrProvinceName() {
    return this.getStringAttribute('state_or_province_name');
  }
  public set stateOrProvinceName(value: string) {
    this._stateOrProvinceName = value;
  }
  public resetStateOrProvinceName() {
    this._stateOrProvinceName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get stateOrProvinceNameInput() {
    return this._stateOrProvinceName;
  }
}
export interface CertificateServer {
  /**
  * Additional names (`subjectAltName`, `subjectAltName1`, `subjectAltName2`), sent like the common name, in any order. At most 3, each of at most 253 characters.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#alternative_names Certificate#alternative_names}
  */
  readonly alternativeNames?: string[];
  /**
  * Number of the certificate that it is built from (`certid`), as the certificate center shows it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#certificate_id Certificate#certificate_id}
  */
  readonly certificateId: number;
  /**
  * Number of days for which the certificate is valid. Must be between 1 and 36,500.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#certificate_max_days Certificate#certificate_max_days}
  */
  readonly certificateMaxDays?: number;
  /**
  * Name that the certificate is for, such as `proxy.example.org`. At most 64 characters, for another script in the ASCII form (`xn--…`) in which it is sent; no URL, comma or port.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#common_name Certificate#common_name}
  */
  readonly commonName: string;
  /**
  * Country of the organization. Must be two capital letters, such as `DE`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#country_name Certificate#country_name}
  */
  readonly countryName?: string;
  /**
  * Email address of the person responsible.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#email_address Certificate#email_address}
  */
  readonly emailAddress?: string;
  /**
  * Additional form fields, for other releases of the appliance. Sent unchanged. Must not contain a field of another attribute.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#extra_fields Certificate#extra_fields}
  */
  readonly extraFields?: { [key: string]: string };
  /**
  * Town of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#locality_name Certificate#locality_name}
  */
  readonly localityName?: string;
  /**
  * Number of the node group. A single server has the number `0`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#node_id Certificate#node_id}
  */
  readonly nodeId?: number;
  /**
  * Name of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#organization_name Certificate#organization_name}
  */
  readonly organizationName?: string;
  /**
  * Unit of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#organizational_unit Certificate#organizational_unit}
  */
  readonly organizationalUnit?: string;
  /**
  * State or province of the organization.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#state_or_province_name Certificate#state_or_province_name}
  */
  readonly stateOrProvinceName?: string;
}

export function certificateServerToTerraform(struct?: CertificateServer | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    alternative_names: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.alternativeNames),
    certificate_id: cdktf.numberToTerraform(struct!.certificateId),
    certificate_max_days: cdktf.numberToTerraform(struct!.certificateMaxDays),
    common_name: cdktf.stringToTerraform(struct!.commonName),
    country_name: cdktf.stringToTerraform(struct!.countryName),
    email_address: cdktf.stringToTerraform(struct!.emailAddress),
    extra_fields: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.extraFields),
    locality_name: cdktf.stringToTerraform(struct!.localityName),
    node_id: cdktf.numberToTerraform(struct!.nodeId),
    organization_name: cdktf.stringToTerraform(struct!.organizationName),
    organizational_unit: cdktf.stringToTerraform(struct!.organizationalUnit),
    state_or_province_name: cdktf.stringToTerraform(struct!.stateOrProvinceName),
  }
}


export function certificateServerToHclTerraform(struct?: CertificateServer | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    alternative_names: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.alternativeNames),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    certificate_id: {
      value: cdktf.numberToHclTerraform(struct!.certificateId),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    certificate_max_days: {
      value: cdktf.numberToHclTerraform(struct!.certificateMaxDays),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    common_name: {
      value: cdktf.stringToHclTerraform(struct!.commonName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    country_name: {
      value: cdktf.stringToHclTerraform(struct!.countryName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    email_address: {
      value: cdktf.stringToHclTerraform(struct!.emailAddress),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    extra_fields: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.extraFields),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    locality_name: {
      value: cdktf.stringToHclTerraform(struct!.localityName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    node_id: {
      value: cdktf.numberToHclTerraform(struct!.nodeId),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    organization_name: {
      value: cdktf.stringToHclTerraform(struct!.organizationName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    organizational_unit: {
      value: cdktf.stringToHclTerraform(struct!.organizationalUnit),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    state_or_province_name: {
      value: cdktf.stringToHclTerraform(struct!.stateOrProvinceName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CertificateServerOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CertificateServer | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._alternativeNames !== undefined) {
      hasAnyValues = true;
      internalValueResult.alternativeNames = this._alternativeNames;
    }
    if (this._certificateId !== undefined) {
      hasAnyValues = true;
      internalValueResult.certificateId = this._certificateId;
    }
    if (this._certificateMaxDays !== undefined) {
      hasAnyValues = true;
      internalValueResult.certificateMaxDays = this._certificateMaxDays;
    }
    if (this._commonName !== undefined) {
      hasAnyValues = true;
      internalValueResult.commonName = this._commonName;
    }
    if (this._countryName !== undefined) {
      hasAnyValues = true;
      internalValueResult.countryName = this._countryName;
    }
    if (this._emailAddress !== undefined) {
      hasAnyValues = true;
      internalValueResult.emailAddress = this._emailAddress;
    }
    if (this._extraFields !== undefined) {
      hasAnyValues = true;
      internalValueResult.extraFields = this._extraFields;
    }
    if (this._localityName !== undefined) {
      hasAnyValues = true;
      internalValueResult.localityName = this._localityName;
    }
    if (this._nodeId !== undefined) {
      hasAnyValues = true;
      internalValueResult.nodeId = this._nodeId;
    }
    if (this._organizationName !== undefined) {
      hasAnyValues = true;
      internalValueResult.organizationName = this._organizationName;
    }
    if (this._organizationalUnit !== undefined) {
      hasAnyValues = true;
      internalValueResult.organizationalUnit = this._organizationalUnit;
    }
    if (this._stateOrProvinceName !== undefined) {
      hasAnyValues = true;
      internalValueResult.stateOrProvinceName = this._stateOrProvinceName;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CertificateServer | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._alternativeNames = undefined;
      this._certificateId = undefined;
      this._certificateMaxDays = undefined;
      this._commonName = undefined;
      this._countryName = undefined;
      this._emailAddress = undefined;
      this._extraFields = undefined;
      this._localityName = undefined;
      this._nodeId = undefined;
      this._organizationName = undefined;
      this._organizationalUnit = undefined;
      this._stateOrProvinceName = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._alternativeNames = value.alternativeNames;
      this._certificateId = value.certificateId;
      this._certificateMaxDays = value.certificateMaxDays;
      this._commonName = value.commonName;
      this._countryName = value.countryName;
      this._emailAddress = value.emailAddress;
      this._extraFields = value.extraFields;
      this._localityName = value.localityName;
      this._nodeId = value.nodeId;
      this._organizationName = value.organizationName;
      this._organizationalUnit = value.organizationalUnit;
      this._stateOrProvinceName = value.stateOrProvinceName;
    }
  }

  // alternative_names - computed: false, optional: true, required: false
  private _alternativeNames?: string[]; 
  public get alternativeNames() {
    return this.getListAttribute('alternative_names');
  }
  public set alternativeNames(value: string[]) {
    this._alternativeNames = value;
  }
  public resetAlternativeNames() {
    this._alternativeNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get alternativeNamesInput() {
    return this._alternativeNames;
  }

  // certificate_id - computed: false, optional: false, required: true
  private _certificateId?: number; 
  public get certificateId() {
    return this.getNumberAttribute('certificate_id');
  }
  public set certificateId(value: number) {
    this._certificateId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get certificateIdInput() {
    return this._certificateId;
  }

  // certificate_max_days - computed: true, optional: true, required: false
  private _certificateMaxDays?: number; 
  public get certificateMaxDays() {
    return this.getNumberAttribute('certificate_max_days');
  }
  public set certificateMaxDays(value: number) {
    this._certificateMaxDays = value;
  }
  public resetCertificateMaxDays() {
    this._certificateMaxDays = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get certificateMaxDaysInput() {
    return this._certificateMaxDays;
  }

  // common_name - computed: false, optional: false, required: true
  private _commonName?: string; 
  public get commonName() {
    return this.getStringAttribute('common_name');
  }
  public set commonName(value: string) {
    this._commonName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get commonNameInput() {
    return this._commonName;
  }

  // country_name - computed: false, optional: true, required: false
  private _countryName?: string; 
  public get countryName() {
    return this.getStringAttribute('country_name');
  }
  public set countryName(value: string) {
    this._countryName = value;
  }
  public resetCountryName() {
    this._countryName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get countryNameInput() {
    return this._countryName;
  }

  // email_address - computed: false, optional: true, required: false
  private _emailAddress?: string; 
  public get emailAddress() {
    return this.getStringAttribute('email_address');
  }
  public set emailAddress(value: string) {
    this._emailAddress = value;
  }
  public resetEmailAddress() {
    this._emailAddress = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get emailAddressInput() {
    return this._emailAddress;
  }

  // extra_fields - computed: false, optional: true, required: false
  private _extraFields?: { [key: string]: string }; 
  public get extraFields() {
    return this.getStringMapAttribute('extra_fields');
  }
  public set extraFields(value: { [key: string]: string }) {
    this._extraFields = value;
  }
  public resetExtraFields() {
    this._extraFields = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get extraFieldsInput() {
    return this._extraFields;
  }

  // locality_name - computed: false, optional: true, required: false
  private _localityName?: string; 
  public get localityName() {
    return this.getStringAttribute('locality_name');
  }
  public set localityName(value: string) {
    this._localityName = value;
  }
  public resetLocalityName() {
    this._localityName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get localityNameInput() {
    return this._localityName;
  }

  // node_id - computed: true, optional: true, required: false
  private _nodeId?: number; 
  public get nodeId() {
    return this.getNumberAttribute('node_id');
  }
  public set nodeId(value: number) {
    this._nodeId = value;
  }
  public resetNodeId() {
    this._nodeId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeIdInput() {
    return this._nodeId;
  }

  // organization_name - computed: false, optional: true, required: false
  private _organizationName?: string; 
  public get organizationName() {
    return this.getStringAttribute('organization_name');
  }
  public set organizationName(value: string) {
    this._organizationName = value;
  }
  public resetOrganizationName() {
    this._organizationName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationNameInput() {
    return this._organizationName;
  }

  // organizational_unit - computed: false, optional: true, required: false
  private _organizationalUnit?: string; 
  public get organizationalUnit() {
    return this.getStringAttribute('organizational_unit');
  }
  public set organizationalUnit(value: string) {
    this._organizationalUnit = value;
  }
  public resetOrganizationalUnit() {
    this._organizationalUnit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationalUnitInput() {
    return this._organizationalUnit;
  }

  // state_or_province_name - computed: false, optional: true, required: false
  private _stateOrProvinceName?: string; 
  public get stateOrProvinceName() {
    return this.getStringAttribute('state_or_province_name');
  }
  public set stateOrProvinceName(value: string) {
    this._stateOrProvinceName = value;
  }
  public resetStateOrProvinceName() {
    this._stateOrProvinceName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get stateOrProvinceNameInput() {
    return this._stateOrProvinceName;
  }
}
export interface CertificateSigningRequest {
  /**
  * Name that the certificate is for, such as `proxy.example.org`. At most 64 characters, for another script in the ASCII form (`xn--…`) in which it is sent; no URL, comma or port.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#common_name Certificate#common_name}
  */
  readonly commonName: string;
  /**
  * Number of the node group. A single server has the number `0`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#node_id Certificate#node_id}
  */
  readonly nodeId?: number;
}

export function certificateSigningRequestToTerraform(struct?: CertificateSigningRequest | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    common_name: cdktf.stringToTerraform(struct!.commonName),
    node_id: cdktf.numberToTerraform(struct!.nodeId),
  }
}


export function certificateSigningRequestToHclTerraform(struct?: CertificateSigningRequest | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    common_name: {
      value: cdktf.stringToHclTerraform(struct!.commonName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    node_id: {
      value: cdktf.numberToHclTerraform(struct!.nodeId),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CertificateSigningRequestOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CertificateSigningRequest | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._commonName !== undefined) {
      hasAnyValues = true;
      internalValueResult.commonName = this._commonName;
    }
    if (this._nodeId !== undefined) {
      hasAnyValues = true;
      internalValueResult.nodeId = this._nodeId;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CertificateSigningRequest | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._commonName = undefined;
      this._nodeId = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._commonName = value.commonName;
      this._nodeId = value.nodeId;
    }
  }

  // common_name - computed: false, optional: false, required: true
  private _commonName?: string; 
  public get commonName() {
    return this.getStringAttribute('common_name');
  }
  public set commonName(value: string) {
    this._commonName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get commonNameInput() {
    return this._commonName;
  }

  // node_id - computed: true, optional: true, required: false
  private _nodeId?: number; 
  public get nodeId() {
    return this.getNumberAttribute('node_id');
  }
  public set nodeId(value: number) {
    this._nodeId = value;
  }
  public resetNodeId() {
    this._nodeId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeIdInput() {
    return this._nodeId;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate appliance_certificate}
*/
export class Certificate extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "appliance_certificate";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Certificate resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Certificate to import
  * @param importFromId The id of the existing Certificate that should be imported. Refer to the {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Certificate to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "appliance_certificate", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/webfilter/appliance/latest/docs/resources/certificate appliance_certificate} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CertificateConfig = {}
  */
  public constructor(scope: Construct, id: string, config: CertificateConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'appliance_certificate',
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
    this._onExisting = config.onExisting;
    this._selfSigned.internalValue = config.selfSigned;
    this._server.internalValue = config.server;
    this._signingRequest.internalValue = config.signingRequest;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
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

  // outcome_unknown - computed: true, optional: false, required: false
  public get outcomeUnknown() {
    return this.getBooleanAttribute('outcome_unknown');
  }

  // self_signed - computed: false, optional: true, required: false
  private _selfSigned = new CertificateSelfSignedOutputReference(this, "self_signed");
  public get selfSigned() {
    return this._selfSigned;
  }
  public putSelfSigned(value: CertificateSelfSigned) {
    this._selfSigned.internalValue = value;
  }
  public resetSelfSigned() {
    this._selfSigned.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get selfSignedInput() {
    return this._selfSigned.internalValue;
  }

  // server - computed: false, optional: true, required: false
  private _server = new CertificateServerOutputReference(this, "server");
  public get server() {
    return this._server;
  }
  public putServer(value: CertificateServer) {
    this._server.internalValue = value;
  }
  public resetServer() {
    this._server.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get serverInput() {
    return this._server.internalValue;
  }

  // signing_request - computed: false, optional: true, required: false
  private _signingRequest = new CertificateSigningRequestOutputReference(this, "signing_request");
  public get signingRequest() {
    return this._signingRequest;
  }
  public putSigningRequest(value: CertificateSigningRequest) {
    this._signingRequest.internalValue = value;
  }
  public resetSigningRequest() {
    this._signingRequest.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get signingRequestInput() {
    return this._signingRequest.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      on_existing: cdktf.stringToTerraform(this._onExisting),
      self_signed: certificateSelfSignedToTerraform(this._selfSigned.internalValue),
      server: certificateServerToTerraform(this._server.internalValue),
      signing_request: certificateSigningRequestToTerraform(this._signingRequest.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      on_existing: {
        value: cdktf.stringToHclTerraform(this._onExisting),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      self_signed: {
        value: certificateSelfSignedToHclTerraform(this._selfSigned.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "CertificateSelfSigned",
      },
      server: {
        value: certificateServerToHclTerraform(this._server.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "CertificateServer",
      },
      signing_request: {
        value: certificateSigningRequestToHclTerraform(this._signingRequest.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "CertificateSigningRequest",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
