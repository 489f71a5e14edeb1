import type { z } from 'zod';

/** Chinese text for an issue whose schema gives none of its own. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? '必填'
        : `应为${typeNames[issue.expected] ?? '其他格式'}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return issue.input === undefined ? '必填' : '不在可选范围内';
    case 'unrecognized_keys':
      return `不认识的字段：${issue.keys.join('、')}`;
    case 'not_multiple_of':
      return `应为 ${String(issue.divisor)} 的倍数`;
    case 'invalid_union':
      return issue.input === undefined ? '必填' : '格式不正确';
    default:
      return '格式不正确';
  }
}

const typeNames: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '一组字段',
  record: '一组字段',
};

function tooSmall(issue: { origin: string; minimum: number | bigint }): string {
  const least = Number(issue.minimum);
  if (issue.origin === 'string') return least === 1 ? '必填' : `最少 ${least} 个字符`;
  return issue.origin === 'array' ? `至少 ${least} 项` : `不能小于 ${least}`;
}

function tooBig(issue: { origin: string; maximum: number | bigint }): string {
  const most = Number(issue.maximum);
  if (issue.origin === 'string') return `最多 ${most} 个字符`;
  return issue.origin === 'array' ? `最多 ${most} 项` : `不能大于 ${most}`;
}
