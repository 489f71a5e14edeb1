import { segmentProblems, sampleCode, type Segment } from '@jwxt/contracts/system-setting/code-format.ts';
import { codeRule } from '@jwxt/contracts/system-setting/code-rule.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 编码规则 (SYSADMIN-07), with a sample that follows what is typed. */
export function CodeRulePage() {
  return <ResourcePage resource={codeRule} meaning={sampleOf} />;
}

/** A number as these values would make it; nothing while they make none. */
function sampleOf({ objectType, segments }: WireRow): string {
  const parts = ((segments ?? []) as readonly WireRow[]).map((row): Segment => ({
    type: textOf(row['type']),
    value: textOf(row['value']) || null,
    length: textOf(row['length']) === '' ? null : Number(row['length']),
  }));
  const isRule = segmentProblems(textOf(objectType), parts).length === 0;
  return isRule
    ? `示例：${sampleCode(parts, new Date(serverNow()).toISOString())}（X 为所取的字段）`
    : '示例：填好编号的组成后显示';
}
