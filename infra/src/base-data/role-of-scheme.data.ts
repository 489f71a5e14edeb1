import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { resourceNames, resources } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { planResourceNames } from './role-plan.data.ts';

const names = resourceNames.filter(
  (name) => resources[name].module === 'schemeManage' && !planResourceNames.includes(name),
);
/** Schemes, read with their documents and their approvals. */
const schemaReading: readonly PermissionCode[] = [
  'majorSchemaCustomize:query',
  'majorSchemaCustomize:learnHoursExport',
  'majorSchemaApproveOrManage:query',
  'majorSchemaApproveOrManage:exportExcel',
];
/** Schemes as the office keeps them: units write them. */
export const schemaOfOffice: readonly PermissionCode[] = [
  ...schemaReading,
  'majorSchemaApproveOrManage:cancelApproval',
];
/** Schemes as the clerk of a unit writes them, for its own grade-majors. */
export const schemaOfUnit: readonly PermissionCode[] = [
  'majorSchemaCustomize:create',
  'majorSchemaCustomize:copy',
  'majorSchemaCustomize:update',
  'majorSchemaCustomize:delete',
  'majorSchemaCustomize:courseInsert',
  'majorSchemaCustomize:courseUpdate',
  'majorSchemaCustomize:courseBatchDelete',
  'majorSchemaCustomize:courseBatchInsert',
  'majorSchemaCustomize:courseSemesterUpdate',
  'majorSchemaCustomize:quoteCourseGroup',
  'courseGroupManagement:sync',
  'majorSchemaCustomize:initialise',
  'majorSchemaCustomize:refreshCreditAndPeriod',
  'majorSchemaCustomize:templateDownload',
  'majorSchemaCustomize:uploadExcel',
  'majorSchemaApproveOrManage:submitApproval',
];
/** The frame of training schemes and schemes, read: by approvers and auditors. */
export const schemeReading: readonly PermissionCode[] = [
  ...names.flatMap((name) => [`${name}:query` as const, `${name}:detail` as const]),
  ...schemaReading,
];
/** What units write of it, each for its own grade-majors and course groups: versions and projects are the office's. */
const ofUnit = [
  'schemeSystem',
  'majorSystem',
  'courseGroupManagement',
  'courseGroupDetail',
  'courseGroupHours',
  'courseHourRequire',
] as const;
/** The frame as the clerk of a unit keeps it. */
export const schemeOfUnit: readonly PermissionCode[] = [
  ...new Set<PermissionCode>([
    ...schemeReading,
    ...schemaOfUnit,
    ...ofUnit.flatMap(codesOfResource),
    'schemeVersion:exportExcel',
    'gradeMajorProject:exportExcel',
    'gradeMajorSchemeRequirement:update',
    'gradeMajorSchemeRequirement:exportExcel',
    'gradeMajorSchemeRequirement:import',
  ]),
];
