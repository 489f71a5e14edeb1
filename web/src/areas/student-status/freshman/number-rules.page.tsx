import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { classRule, studentIdRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import {
  classRuleProblems,
  idRuleProblems,
  sampleNumber,
  withSerial,
  type Segment,
  type SegmentType,
  type SerialScope,
} from '@jwxt/contracts/student-status/freshman/number.rules.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';

/** 学号规则 (STUDENT-STATUS-13), with a sample that follows what is typed. */
export function StudentIdRulesPage() {
  return <ResourcePage resource={studentIdRule} meaning={numberSample} />;
}
/** 班级编号规则 (STUDENT-STATUS-14), with samples that follow what is typed. */
export function ClassRulesPage() {
  return <ResourcePage resource={classRule} meaning={classSample} />;
}

function segmentsOf(rows: unknown): Segment[] {
  return ((rows ?? []) as readonly WireRow[]).map((row) => ({
    type: textOf(row['type']) as SegmentType,
    value: textOf(row['value']) || null,
    length: textOf(row['length']) === '' ? null : Number(row['length']),
  }));
}

const BY = '（2026 级、专业编号 080902、班级 260101）';
const UNFINISHED = '示例：填好组成后显示';

function numberSample({ segments, serialLength, serialScope }: WireRow): string {
  const [parts, digits] = [segmentsOf(segments), Number(textOf(serialLength) || 0)];
  if (digits < 1 || idRuleProblems(parts, digits, textOf(serialScope) as SerialScope).length > 0) return UNFINISHED;
  return `示例：${sampleNumber(withSerial(parts, digits))}${BY}`;
}

function classSample({ numberSegments, nameSegments }: WireRow): string {
  const [number, name] = [segmentsOf(numberSegments), segmentsOf(nameSegments)];
  if (classRuleProblems(number, name).length > 0) return UNFINISHED;
  return `示例：编号 ${sampleNumber(number)}，名称 ${sampleNumber(name)}${BY}`;
}
