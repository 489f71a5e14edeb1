import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { planReading } from './role-plan.data.ts';
import { schemaOfUnit, schemeReading } from './role-of-scheme.data.ts';

/** Rows that carry a unit and no major: a scope of majors would not narrow them. */
const ofUnitAlone: readonly PermissionCode[] = [
  'courseHourRequire:query',
  'courseHourRequire:detail',
  'studentTagsReplace:query',
  'studentTagsReplace:detail',
  'specialItem:query',
  'specialItem:detail',
  'specialItemStudent:query',
];

/**
 * 专业负责人 (SCHEME-18…24): writes the schemes of the majors that he is in charge of and hands them in, asks for
 * changes of their plans, and sees how far their students have come.
 */
export const schemeOfMajorHeads: readonly PermissionCode[] = [
  ...[...schemeReading, ...planReading].filter((code) => !ofUnitAlone.includes(code)),
  ...schemaOfUnit.filter((code) => code !== 'courseGroupManagement:sync'),
  'courseAdjustInfo:insertByType',
  'courseAdjustInfo:update',
  'courseAdjustInfo:delete',
  'courseAdjustInfo:submitApproval',
  'studentInfo:query',
];

/** Everything by the major, whatever unit has it. */
export const majorHeadScope = { jsbh: '10', sjqxbh: 'ZY', fwz: '$ZY' };
