import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { mayEnterItem, parseCell } from '@jwxt/contracts/score/score-cell.rules.ts';
import type { CellValue, ScoreItem, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { comesByApplication, remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** Collects what is wrong with an input, so that a person sees every wrong cell at once. */
export interface InputErrors {
  add(field: string, code: ErrorCode, details?: Record<string, string | number>): void;
  /** A refusal with the first error's code and all fields; null when nothing is wrong. */
  refusal(): Refused | null;
}

/** Creates an empty collection. */
export function collectErrors(): InputErrors {
  const fieldErrors: FieldError[] = [];
  let first: { code: ErrorCode; details: Record<string, string | number> } | null = null;
  return {
    add(field, code, details = {}) {
      first ??= { code, details };
      fieldErrors.push({ field, message: errorText(code, details) });
    },
    refusal: () => (first ? refuse(first.code, first.details, { fieldErrors }) : null),
  };
}

/** The item that may be typed under this key, or null with the reason added. */
export function enterableItem(
  rules: SheetRules,
  dataKey: string,
  field: string,
  errors: InputErrors,
): ScoreItem | null {
  const item = rules.items.find((known) => known.dataKey === dataKey);
  if (!item) {
    errors.add(field, 'SHEET_ITEM_UNKNOWN', { item: dataKey });
    return null;
  }
  return item;
}

/** Typed text as a value of this item (SCORE-RULES-01), or undefined with the reason added. */
export function parseItem(
  text: string | null,
  item: ScoreItem,
  rules: SheetRules,
  gradeScaleNames: GradeScaleNames,
  field: string,
  errors: InputErrors,
): CellValue | undefined {
  const parsed = parseCell(text, item, rules.listCode);
  if (parsed.ok) return parsed.value;
  errors.add(field, parsed.code, {
    value: text ?? '',
    hierarchy: gradeScaleNames.get(item.scoreHierarchyCode) ?? item.scoreHierarchyCode,
  });
  return undefined;
}

/** Names of grade systems by code. */
export type GradeScaleNames = ReadonlyMap<string, string>;

/**
 * Adds why this value may not stand under this remark, when the item is closed or the remark blocks it
 * (domain-model-score §2).
 */
export function checkItemOpen(
  item: ScoreItem,
  value: CellValue,
  remarkCode: string,
  field: string,
  errors: InputErrors,
): void {
  if (item.enable !== 'true') errors.add(field, 'SHEET_ITEM_DISABLED', { item: item.scoreSubItemName });
  else if (value !== null && !mayEnterItem(remarkCode, item))
    errors.add(field, 'SHEET_REMARK_BLOCKS_ITEM', { name: remarkName(remarkCode), item: item.scoreSubItemName });
}

/**
 * Adds why a person may not choose this remark instead of that one: only those that teachers may set can be set or
 * taken away, but by who applies for the teachers (`byOffice`): a cheating ruling comes after the publication.
 * 缓考 and 免听 come by their own applications alone.
 */
export function checkRemark(
  before: string,
  after: string,
  field: string,
  errors: InputErrors,
  { remarks, byOffice = false }: { readonly remarks: RemarkSettings; readonly byOffice?: boolean },
): void {
  const known = remarks.get(after);
  if (!known) {
    errors.add(field, 'SHEET_REMARK_UNKNOWN', { code: after });
    return;
  }
  if (!known.inUse) {
    errors.add(field, 'SHEET_REMARK_NOT_IN_USE', { name: remarkName(after) });
    return;
  }
  const fixed = byOffice
    ? [after].find(comesByApplication)
    : [after, before].find((code) => remarks.get(code)?.teacherMaySet !== true);
  if (fixed !== undefined) errors.add(field, 'SHEET_REMARK_NOT_ALLOWED', { name: remarkName(fixed) });
}
