import type { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { cappedText, cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { mayEnterItem, needsOpenExam, parseCell } from '@jwxt/contracts/score/score-cell.rules.ts';
import type { sheet as sheetOperation } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { CellValue } from '@jwxt/contracts/score/score-sheet.events.ts';
import { type ScoreType, scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import type { saveRow } from '@jwxt/contracts/score/score-sheet.command.ts';

/** The sheet as the server answers it. */
export type Sheet = z.output<(typeof sheetOperation)['output']>;
export type SheetRow = Sheet['rows'][number];
export type SheetItem = Sheet['items'][number];
/** The sheet without its rows, which the grid keeps one by one. */
export type SheetHead = Omit<Sheet, 'rows'>;
export type SaveRow = z.output<typeof saveRow>;

/** What calls about a sheet name it by. */
export function sheetKeyOf({ teachingClassId, scoreType }: Pick<SheetHead, 'teachingClassId' | 'scoreType'>): {
  teachingClassId: string;
  scoreType: ScoreType;
} {
  return { teachingClassId, scoreType: scoreType as ScoreType };
}

/** The remark is a cell like any other, under this key (the server's conflicts name it so too). */
export const REMARK_KEY = 'scoreRemarkCode';

export type CellRef = { readonly studentCode: string; readonly dataKey: string };

/**
 * A change of a cell that was typed in here, by somebody else or by the same person in another window. Values as stored
 * text.
 */
export type Conflict = {
  /** Made by the person that types here. */
  readonly own?: boolean;
  readonly original: string | null;
  readonly theirs: string | null;
  readonly byName: string;
  readonly at: string;
  readonly revision: number;
};

/** What the person saw in a cell when typing into it began. */
export type Seen = { readonly base: string | null; readonly baseRevision: number };

/** What was typed and is not acknowledged. */
export type Draft = Seen & {
  readonly text: string | null;
  /** Why it cannot be saved; it is not sent until it is typed again. */
  readonly refusal?: string;
  readonly conflict?: Conflict;
};

/** One student's row. A new object only when something in it changed, so that a memoised row renders only then. */
export type GridRow = {
  readonly server: SheetRow;
  readonly drafts: Readonly<Record<string, Draft>>;
  /**
   * What was typed into items that the remark excludes: not sent, and back in its cell when the remark lets it in
   * again.
   */
  readonly aside: Readonly<Record<string, Draft>>;
  /** Texts on their way to the server. */
  readonly sending: Readonly<Record<string, string | null>>;
  /** The cell whose text is being typed and not committed, and what the server had in it when the typing began. */
  readonly editing: (Seen & { readonly dataKey: string; readonly text: string }) | null;
};

/** One save on its way: the same command id until it is answered. */
export type PendingSave = { readonly commandId: string; readonly rows: readonly SaveRow[] };

/** One cell of a step that can be undone. `seen`: newest revision of the cell that the person knew when making it. */
export type Edit = CellRef & { readonly before: string | null; readonly after: string | null; readonly seen: number };

/** A number that was typed with more decimals than a cell keeps, and what became of it. */
export type Rounded = CellRef & { readonly typed: string; readonly kept: string };

/**
 * A value that stood on this page and that somebody else replaced since: stored texts, `before` as it was seen here
 * first.
 */
export type Replaced = CellRef & {
  readonly before: string;
  readonly after: string | null;
  readonly byName: string;
  readonly at: string;
};

/** Everything the entry page knows about one sheet. Pure data: the functions of this area make a new one. */
export type Grid = {
  readonly sheet: SheetHead;
  readonly me: string;
  readonly order: readonly string[];
  readonly rows: Readonly<Record<string, GridRow>>;
  readonly attempt: PendingSave | null;
  /** Numbers that were rounded here, the newest of each cell. */
  readonly rounded: readonly Rounded[];
  /** Values that stood here and that somebody else has replaced, until the person has taken note. */
  readonly replaced: readonly Replaced[];
  readonly undo: readonly (readonly Edit[])[];
  readonly redo: readonly (readonly Edit[])[];
};

/** A sheet as fetched, nothing typed. `me` is the user name. */
export function openGrid({ rows: list, ...sheet }: Sheet, me: string): Grid {
  return {
    sheet,
    me,
    order: list.map((row) => row.studentCode),
    rows: Object.fromEntries(list.map((server) => [server.studentCode, untouched(server)])),
    attempt: null,
    rounded: [],
    replaced: [],
    undo: [],
    redo: [],
  };
}

/** A row in which nothing is typed. */
export function untouched(server: SheetRow): GridRow {
  return { server, drafts: {}, aside: {}, sending: {}, editing: null };
}

/** What the server has, as far as known here. */
export function serverText(row: SheetRow, dataKey: string): string | null {
  return dataKey === REMARK_KEY ? row.scoreRemarkCode : (row.items[dataKey] ?? null);
}

/** What a person who looks at a cell now sees of the server. */
export function seenNow(sheet: SheetHead, row: SheetRow, dataKey: string): Seen {
  return {
    base: serverText(row, dataKey),
    baseRevision: Math.max(sheet.revision, row.cellInfo[dataKey]?.revision ?? 0),
  };
}

/** What the cell shows: the typed text, else the server's. */
export function shownText(row: GridRow, dataKey: string): string | null {
  const draft = row.drafts[dataKey];
  return draft ? draft.text : serverText(row.server, dataKey);
}

/**
 * The remark that counts: the chosen one, unless it cannot be saved; then the server's. One that may not be set here
 * shuts no cell.
 */
export function remarkInForce(row: GridRow): string {
  const draft = row.drafts[REMARK_KEY];
  return (draft && draft.refusal === undefined ? draft.text : serverText(row.server, REMARK_KEY)) ?? scoreRemark.normal;
}

/** Numbers that were rounded and still stand so in their cells. */
export function roundedCells(grid: Grid): Rounded[] {
  return grid.rounded.filter(({ studentCode, dataKey, kept }) => {
    const row = grid.rows[studentCode];
    return row !== undefined && shownText(row, dataKey) === kept;
  });
}

/** The sub-item of a column. */
export function itemOf(sheet: SheetHead, dataKey: string): SheetItem | undefined {
  return sheet.items.find((item) => item.dataKey === dataKey);
}

/** Whether the person may type here now: window and sheet state, disabled item, or a remark that excludes it. */
export function isEditable(grid: Grid, ref: CellRef): boolean {
  const row = grid.rows[ref.studentCode];
  if (!row || !grid.sheet.editable) return false;
  const remark = remarkInForce(row);
  if (ref.dataKey === REMARK_KEY) return mayChangeRemark(grid.sheet, row);
  return mayTypeItem(grid.sheet, ref.dataKey, remark);
}

/**
 * Whether an item is open beside a remark. While the scores wait for their approval none is: what somebody applies for
 * then is a remark (decision 073).
 */
export function mayTypeItem(sheet: SheetHead, dataKey: string, remark: string): boolean {
  if (sheet.sheetStatus === sheetStatus.submitted) return false;
  const item = itemOf(sheet, dataKey);
  return item !== undefined && item.enable === 'true' && mayEnterItem(remark, item);
}

/** A remark made by an application or the exam office stays as it is: but for who applies for the teachers. */
export function mayChangeRemark({ remarks }: SheetHead, { server }: GridRow): boolean {
  return remarks.find(({ scoreRemarkCode }) => scoreRemarkCode === server.scoreRemarkCode)?.teacherMaySet ?? false;
}

/**
 * Typed text as it is kept: rounded to one decimal (SCORE-RULES-01) or a grade's code; else as typed, with the reason.
 */
export function normalise(
  sheet: SheetHead,
  dataKey: string,
  text: string | null,
): { text: string | null; refusal?: string } {
  if (dataKey === REMARK_KEY) return normaliseRemark(sheet, text);
  const item = itemOf(sheet, dataKey);
  if (!item) return { text, refusal: errorText('SHEET_ITEM_UNKNOWN', { item: dataKey }) };
  const parsed = parseCell(text, item, sheet.listCode);
  if (parsed.ok) return { text: cellText(parsed.value) };
  return {
    text: text?.trim() ?? null,
    refusal: errorText(parsed.code, { value: text ?? '', hierarchy: gradeScaleName(sheet, item) }),
  };
}

function normaliseRemark(sheet: SheetHead, text: string | null): { text: string | null; refusal?: string } {
  const wanted = text?.trim() || scoreRemark.normal;
  const remark = sheet.remarks.find((each) => each.scoreRemarkCode === wanted || each.scoreRemarkName === wanted);
  if (!remark) return { text: wanted, refusal: errorText('SHEET_REMARK_UNKNOWN', { code: wanted }) };
  return remark.teacherMaySet
    ? { text: remark.scoreRemarkCode }
    : {
        text: remark.scoreRemarkCode,
        refusal: errorText('SHEET_REMARK_NOT_ALLOWED', { name: remark.scoreRemarkName }),
      };
}

function gradeScaleName(sheet: SheetHead, item: SheetItem): string {
  return item.scoreHierarchyCode === sheet.scoreHierarchyCode ? sheet.scoreHierarchyName : item.scoreSubItemName;
}

export type CellState = 'saved' | 'saving' | 'unsaved' | 'conflict' | 'refused';

/** How far the text that a cell shows has got. */
export function cellState(row: GridRow, dataKey: string): CellState {
  const draft = row.drafts[dataKey];
  if (!draft) return 'saved';
  if (draft.conflict) return 'conflict';
  if (draft.refusal !== undefined) return 'refused';
  return dataKey in row.sending && row.sending[dataKey] === draft.text ? 'saving' : 'unsaved';
}

export type RowView = {
  readonly remark: string;
  /** Values as they count, by item. */
  readonly cells: Readonly<Record<string, CellValue>>;
  /** Hundredths; null when there is none. */
  readonly final: number | null;
  readonly finalText: string;
  /** What a capped pass would have been; empty where no cap takes anything away. */
  readonly cappedText: string;
  readonly complete: boolean;
  readonly passed: boolean;
  /** Keys of needed items that are not entered. */
  readonly missing: readonly string[];
  /** Why no item could complete the row; null when it is not so. */
  readonly withoutExam: string | null;
  readonly counts: Readonly<Record<Exclude<CellState, 'saved'>, number>>;
  /** Complete and all of it acknowledged: orange (SCORE-ENTRY-06). */
  readonly submittable: boolean;
};

/** A row's live outcome: what is typed counts at once (SCORE-RULES-02…09). */
export function viewRow(row: GridRow, sheet: SheetHead): RowView {
  const remark = remarkInForce(row);
  const cells = Object.fromEntries(sheet.items.map((item) => [item.dataKey, cellNumber(row, item, sheet)]));
  const outcome = computeRow(
    cells,
    remark,
    {
      items: sheet.items,
      listCode: sheet.listCode,
      passMark: sheet.passMark,
      ...(sheet.retake ? { retake: sheet.retake } : {}),
      retakeCap: sheet.retakeCap,
    },
    row.server,
  );
  const { final, complete, passed } = outcome;
  const missing = complete
    ? []
    : sheet.items
        .filter((item) => item.enable === 'true' && mayEnterItem(remark, item) && cells[item.dataKey] === null)
        .map((item) => item.dataKey);
  const counts = { saving: 0, unsaved: 0, conflict: 0, refused: 0 };
  for (const dataKey of Object.keys(row.drafts)) {
    const state = cellState(row, dataKey);
    if (state !== 'saved') counts[state] += 1;
  }
  return {
    remark,
    cells,
    final,
    complete,
    passed,
    missing,
    withoutExam: needsOpenExam(remark, sheet.items)
      ? errorText('SHEET_REMARK_NEEDS_EXAM', { name: remarkName(remark) })
      : null,
    counts,
    finalText: finalText(final, sheet),
    cappedText: cappedText(outcome, sheet),
    // A row that saves of this page completed is not marked by the server's older answer.
    submittable:
      complete &&
      (row.server.canSubmmit === yesNo.yes || !row.server.complete) &&
      Object.keys(row.drafts).length === 0 &&
      row.editing === null,
  };
}

/** What an incomplete row comes to: a weighted total of 0, which is no score (SCORE-RULES-04, SCORE-RULES-08). */
export function incompleteText(missing: readonly string[], sheet: SheetHead): string {
  const names = sheet.items.filter(({ dataKey }) => missing.includes(dataKey)).map((item) => item.scoreSubItemName);
  return `缺少${names.join('、')}，加权总分计 0，录完后才有总成绩`;
}

function cellNumber(row: GridRow, item: SheetItem, sheet: SheetHead): CellValue {
  const text = row.editing?.dataKey === item.dataKey ? row.editing.text : shownText(row, item.dataKey);
  const parsed = parseCell(text, item, sheet.listCode);
  return parsed.ok ? parsed.value : null;
}

/** Total that a row would have with another text in one cell: what the choices of a conflict are worth. */
export function finalWith(row: GridRow, sheet: SheetHead, dataKey: string, text: string | null): string {
  const draft: Draft = { text, base: null, baseRevision: 0 };
  return viewRow({ ...row, editing: null, drafts: { ...row.drafts, [dataKey]: draft } }, sheet).finalText;
}

/** A stored text as people read it: a grade's or a remark's name instead of its code. */
export function displayText(sheet: SheetHead, dataKey: string, text: string | null): string {
  if (text === null) return '';
  if (dataKey === REMARK_KEY)
    return sheet.remarks.find((remark) => remark.scoreRemarkCode === text)?.scoreRemarkName ?? text;
  return itemOf(sheet, dataKey)?.options.find((option) => option.scoreValueCode === text)?.scoreValueName ?? text;
}

/** Name of a column. */
export function columnName(sheet: SheetHead, dataKey: string): string {
  return dataKey === REMARK_KEY ? '成绩备注' : (itemOf(sheet, dataKey)?.scoreSubItemName ?? dataKey);
}

/** Choices of a grade item or of the remark; null for a number. Text that is no choice stays visible as one. */
export function choicesOf(
  sheet: SheetHead,
  dataKey: string,
  text: string | null,
): { code: string; name: string }[] | null {
  if (dataKey === REMARK_KEY) {
    return sheet.remarks
      .filter((remark) => remark.teacherMaySet || remark.scoreRemarkCode === text)
      .map((remark) => ({ code: remark.scoreRemarkCode, name: remark.scoreRemarkName }));
  }
  const item = itemOf(sheet, dataKey);
  if (item?.type !== 'select') return null;
  const known = item.options.map((option) => ({ code: option.scoreValueCode, name: option.scoreValueName }));
  const stray = text !== null && !known.some(({ code }) => code === text) ? [{ code: text, name: text }] : [];
  return [{ code: '', name: '未录入' }, ...known, ...stray];
}
