import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { resourceNames, resources } from '@jwxt/contracts/kernel/resource.vocabulary.ts';

const names = resourceNames.filter(
  (name) => resources[name].module === 'schemeManage' && name !== 'trainingExecutionPlan',
);
/** The frame of training schemes, read: by approvers and auditors. */
export const schemeReading: readonly PermissionCode[] = names.flatMap((name) => [
  `${name}:query` as const,
  `${name}:detail` as const,
]);
/** What units write of it, each for its own grade-majors and course groups: versions and projects are the office's. */
const ofUnit = [
  'schemeSystem',
  'majorSystem',
  'courseGroupManagement',
  'courseGroupDetail',
  'courseGroupHours',
] as const;
/** The frame as the clerk of a unit keeps it. */
export const schemeOfUnit: readonly PermissionCode[] = [
  ...new Set<PermissionCode>([
    ...schemeReading,
    ...ofUnit.flatMap(codesOfResource),
    'schemeVersion:exportExcel',
    'gradeMajorProject:exportExcel',
    'gradeMajorSchemeRequirement:update',
    'gradeMajorSchemeRequirement:exportExcel',
    'gradeMajorSchemeRequirement:import',
  ]),
];
