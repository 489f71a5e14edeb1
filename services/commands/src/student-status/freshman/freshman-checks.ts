import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { sampleNumber, withSerial, type Segment } from '@jwxt/contracts/student-status/freshman/number.rules.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

const { divided, numbered, student } = freshmanStatus;
const inClass: readonly unknown[] = [divided, numbered];

/** Who has become a student is changed as a student; whose class is chosen keeps his major (STUDENT-STATUS-11). */
export const freshmanRules: ResourceRules = {
  kept: (_client, { freshman_status: status }) =>
    Promise.resolve(status === student ? '已转为学生，请在“学生信息”中修改' : null),
  stays: (_client, { freshman_status: status }) =>
    Promise.resolve(inClass.includes(status) ? '已分班，请先取消分班' : null),
  check: (_client, { gradeMajorId }, before) =>
    Promise.resolve(
      before !== null && inClass.includes(before['freshman_status']) && before['grade_major_id'] !== gradeMajorId
        ? [{ field: 'gradeMajorId', message: '已分班，请先取消分班再改录取专业' }]
        : [],
    ),
};

/** A rule shows what it makes (STUDENT-STATUS-13). */
export const studentIdRuleRules: ResourceRules = {
  derive: (_client, { segments, serialLength }) =>
    Promise.resolve({ sample: sampleNumber(withSerial(segments as Segment[], Number(serialLength))) }),
};
/** STUDENT-STATUS-14. */
export const classRuleRules: ResourceRules = {
  derive: (_client, { numberSegments, nameSegments }) =>
    Promise.resolve({
      numberSample: sampleNumber(numberSegments as Segment[]),
      nameSample: sampleNumber(nameSegments as Segment[]),
    }),
};
