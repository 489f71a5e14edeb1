import { Button, Checkbox, Select } from '@mantine/core';
import { IconLocation, IconCircleX } from '@tabler/icons-react';
import { earlierScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { type ScoreType, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { Card } from '../../../ui/page.tsx';
import { Paging } from '../../../ui/paging.tsx';
import { cellFocus } from '../sheet-grid/cell-focus.store.ts';
import type { CheckListProps } from '../sheet-checks/check-list.tsx';
import { SheetActions } from './sheet-actions.tsx';
import { SheetChecks, SheetCheckBar } from '../sheet-checks/sheet-checks.tsx';
import classes from './sheet-editor.module.css';
import { refsOf } from '../sheet-save/sheet-edit.model.ts';
import { cellState, type CellRef, type Grid, type Sheet, type SheetHead } from '../sheet-grid/sheet-grid.model.ts';
import { SheetDocumentsMenu } from './sheet-documents-menu.tsx';
import { SheetHeader } from './sheet-header.tsx';
import { SheetNotices } from '../sheet-notices/sheet-notices.tsx';
import type { PasteReport } from '../sheet-import/sheet-paste.model.ts';
import type { SheetSession } from './sheet-session.ts';
import { sameRules, submitChecks, summarise, viewOf } from '../sheet-checks/sheet-summary.model.ts';
import { SheetToolbar } from './sheet-toolbar.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { LoadingState } from '../../../ui/faces.tsx';
import { usePhone } from '../../../ui/phone.ts';
import { ScoreGrid } from '../sheet-grid/score-grid.tsx';
import { firstMissing } from '../sheet-grid/sheet-navigation.model.ts';
import { gridWarnings } from '../sheet-checks/sheet-warnings.model.ts';
import { SubmitDialog } from './submit-dialog.tsx';

const PhoneEntry = lazyPart(async () => (await import('../sheet-phone/phone-entry.tsx')).PhoneEntry, {
  // What stands below it is seen when it is there.
  waiting: (
    <div className={classes['padWaiting']}>
      <LoadingState />
    </div>
  ),
});

const ALL = 'all';
/** 20 a page or all at once (SCORE-ENTRY-08): the last choice on this machine, unless the address says otherwise. */
const SIZE_KEY = 'jwxt-score-page-size';
function pageStateSchema() {
  const kept = localStorage.getItem(SIZE_KEY) === ALL ? ALL : '20';
  return z.object({
    pageNo: z.coerce.number().int().min(1).catch(1).default(1),
    size: z.enum(['20', 'all']).catch(kept).default(kept),
  });
}

export type SheetEditorProps = {
  session: SheetSession;
  stale: boolean;
  refetch: () => Promise<{ data: Sheet | undefined }>;
  /** Why the person types for the teachers; null when he does not. */
  forTeachers: string | null;
  onEnterFor: (reason: string) => void;
};

/** The entry page below its query: header, toolbar, grid, checks. */
export function SheetEditor({ session, stale, refetch, forTeachers, onEnterFor }: SheetEditorProps) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { grid } = state;
  const phone = usePhone();
  const sheet = useStableRules(grid.sheet);
  const [schema] = useState(pageStateSchema);
  const [{ pageNo, size }, setPage] = usePageState(schema);
  const [focus] = useState(cellFocus);
  const [only, setOnly] = useState<readonly string[] | null>(null);
  const [pasted, setPasted] = useState<PasteReport | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const summary = useMemo(() => summarise(grid), [grid]);
  const missing = useMemo(() => firstMissing(grid, grid.order), [grid]);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const { teachingClassId, scoreType: type } = grid.sheet;
  const earlier = useOperation(
    earlierScores,
    { teachingClassId, scoreType: type as ScoreType },
    { enabled: grid.sheet.editable && type === scoreType.regular, staleTime: 3_600_000 },
  );
  const warnings = useMemo(() => gridWarnings(grid, earlier.data ?? null), [grid, earlier.data]);
  const warningsNow = async () =>
    gridWarnings(session.get().grid, type === scoreType.regular ? ((await earlier.refetch()).data ?? null) : null);
  const checks = useMemo(
    () =>
      submitChecks(grid, summary, warnings, confirmed, (wanted) =>
        refsOf(grid, () => true).filter((ref) => isIn(grid, ref, wanted)),
      ),
    [grid, summary, warnings, confirmed],
  );

  const order = useMemo(
    () => (only === null ? grid.order : only.filter((code) => grid.rows[code])),
    [only, grid.order, grid.rows],
  );
  const stableOrder = useStable(order);
  const pageSize = size === ALL ? Math.max(stableOrder.length, 1) : SCORE_PAGE_SIZE;
  const page = Math.min(pageNo, Math.max(1, Math.ceil(stableOrder.length / pageSize)));
  const shown = useMemo(() => stableOrder.slice((page - 1) * pageSize, page * pageSize), [stableOrder, page, pageSize]);

  const reveal = useCallback(
    (ref: CellRef) => {
      const at = stableOrder.indexOf(ref.studentCode);
      const wanted = Math.floor(at / pageSize) + 1;
      if (at >= 0 && wanted !== page) setPage({ pageNo: wanted });
    },
    [stableOrder, pageSize, page, setPage],
  );
  const jump = useCallback(
    (ref: CellRef) => {
      session.commit();
      setSubmitting(false);
      setOnly(null);
      const at = session.get().grid.order.indexOf(ref.studentCode);
      if (size !== ALL && at >= 0) setPage({ pageNo: Math.floor(at / SCORE_PAGE_SIZE) + 1 });
      // Once more from nothing, so that the cell takes the keyboard even if it was the last one.
      focus.set(null);
      requestAnimationFrame(() => {
        focus.set(ref);
      });
    },
    [focus, session, setPage, size],
  );
  const jumpToNext = (cells: readonly CellRef[]) => {
    const at = focus.get();
    const now = cells.findIndex((ref) => ref.studentCode === at?.studentCode && ref.dataKey === at.dataKey);
    const next = cells[(now + 1) % cells.length];
    if (next) jump(next);
  };
  const showPage = (next: number) => {
    session.commit();
    focus.set(null);
    setPage({ pageNo: next });
  };

  const listProps: CheckListProps = {
    checks,
    onJump: jumpToNext,
    onConfirm: (text, yes) => {
      setConfirmed((old) => new Set(yes ? [...old, text] : [...old].filter((each) => each !== text)));
    },
  };
  const checksProps = {
    sheet: grid.sheet,
    summary,
    ...listProps,
    onSubmit: () => {
      session.commit();
      setSubmitting(true);
    },
  };
  return (
    <>
      <SheetHeader sheet={grid.sheet} summary={summary} />
      <div className={classes['columns']}>
        <Card flush grow style={{ flex: '1 1 auto' }}>
          <SheetToolbar
            session={session}
            state={state}
            summary={summary}
            stale={stale}
            onRefresh={() => {
              void refetch();
            }}
            onJumpTo={(wanted) => {
              const at = refsOf(grid, () => true).find((ref) => isIn(grid, ref, wanted));
              if (at) jump(at);
            }}
          >
            <SheetDocumentsMenu
              sheet={grid.sheet}
              drained={() => session.drained()}
              onImported={() => {
                void refetch();
              }}
            />
            <SheetActions
              grid={grid}
              onEnterFor={onEnterFor}
              onChanged={() => {
                void refetch();
              }}
            />
            {grid.sheet.editable && !phone && (
              <Button
                variant="default"
                leftSection={<IconLocation size={16} />}
                disabled={missing === null}
                title="到下一个没有录入的格子"
                onClick={() => {
                  if (missing) jump(missing);
                }}
              >
                继续录入
              </Button>
            )}
            <Checkbox
              label="只看未录完"
              checked={only !== null}
              onChange={(event) => {
                focus.set(null);
                setPage({ pageNo: 1 });
                setOnly(event.currentTarget.checked ? grid.order.filter((code) => isOpen(grid, code)) : null);
              }}
            />
          </SheetToolbar>
          <SheetNotices
            session={session}
            state={state}
            forTeachers={forTeachers}
            pasted={pasted}
            onPastedSeen={() => {
              setPasted(null);
            }}
            onJump={jump}
          />
          {phone ? (
            <PhoneEntry session={session} focus={focus} sheet={sheet} order={stableOrder} />
          ) : (
            <ScoreGrid
              session={session}
              focus={focus}
              sheet={sheet}
              order={stableOrder}
              shown={shown}
              numberFrom={(page - 1) * pageSize + 1}
              onReveal={reveal}
              onPasted={setPasted}
            />
          )}
          <div className={classes['foot']}>
            <span className={classes['legend']}>
              <i />
              可提交
            </span>
            <span className={classes['failing']}>
              <IconCircleX size={14} aria-hidden />
              不及格
            </span>
            {grid.sheet.editable && (
              <span className={classes['keys']}>
                <kbd>Ctrl</kbd>
                <kbd>↑↓←→</kbd>换格 <kbd>Enter</kbd>下一行
              </span>
            )}
            <Select
              size="xs"
              w={104}
              aria-label="每页人数"
              allowDeselect={false}
              value={size}
              data={[
                { value: '20', label: '20人/页' },
                { value: ALL, label: '全部' },
              ]}
              onChange={(value) => {
                focus.set(null);
                localStorage.setItem(SIZE_KEY, value ?? '');
                setPage({ size: value === ALL ? ALL : '20', pageNo: 1 });
              }}
            />
            <Paging pageNo={page} pageSize={pageSize} total={stableOrder.length} onPage={showPage} />
          </div>
          <SheetCheckBar {...checksProps} />
        </Card>
        <SheetChecks {...checksProps} />
      </div>
      <SubmitDialog
        opened={submitting}
        session={session}
        summary={summary}
        refetch={refetch}
        onClose={() => {
          setSubmitting(false);
        }}
        confirmed={confirmed}
        warningsNow={warningsNow}
        {...listProps}
      />
    </>
  );
}

function isOpen(grid: Grid, code: string): boolean {
  const row = grid.rows[code];
  return row !== undefined && (!viewOf(row, grid.sheet).complete || Object.keys(row.drafts).length > 0);
}

function isIn(grid: Grid, ref: CellRef, wanted: 'conflict' | 'refused' | 'unsaved'): boolean {
  const row = grid.rows[ref.studentCode];
  return row !== undefined && cellState(row, ref.dataKey) === wanted;
}

/** The first of equal lists, so that what depends on it renders only when it differs. */
function useStable(list: readonly string[]): readonly string[] {
  const kept = useRef(list);
  if (kept.current.length !== list.length || kept.current.some((each, index) => each !== list[index]))
    kept.current = list;
  return kept.current;
}

/** The sheet without what changes with each save (revision, time), so that rows render only when their rules change. */
function useStableRules(sheet: SheetHead): SheetHead {
  const kept = useRef(sheet);
  const old = kept.current;
  if (
    !sameRules(old, sheet) ||
    old.editable !== sheet.editable ||
    old.remarks !== sheet.remarks ||
    old.sheetStatus !== sheet.sheetStatus
  )
    kept.current = sheet;
  return kept.current;
}
