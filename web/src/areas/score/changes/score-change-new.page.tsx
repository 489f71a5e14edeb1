import { ActionIcon, Alert, Button, Group, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconSend } from '@tabler/icons-react';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import {
  applyScoreChangeFor,
  applyScoreChangeOperation,
  scoreChangeDetail,
} from '@jwxt/contracts/score/score-change.operations.ts';
import { sheet as sheetOperation } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreTypeNames, type ScoreType, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { usePageAddress, usePageParams } from '../../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { AttachmentList } from '../../../pickers/attachment-list.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page, Toolbar } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { cellFocus } from '../sheet-grid/cell-focus.store.ts';
import { openChangesPath } from './score-change-address.ts';
import { ChangeEffectLine } from './change-effect.tsx';
import { changeRows, effectOf, heldStudents, markChangeErrors, proposalsOf } from './score-change.model.ts';
import classes from './score-change-detail.module.css';
import { changeSession, type ChangeSession } from './score-change-session.ts';
import { ScoreGrid } from '../sheet-grid/score-grid.tsx';
import type { Sheet } from '../sheet-grid/sheet-grid.model.ts';
import { RoundedNotice } from '../sheet-notices/rounded-notice.tsx';
import { pasteSentence } from '../sheet-import/sheet-paste.model.ts';
import { summarise } from '../sheet-checks/sheet-summary.model.ts';

const REASON_MAX = 200;
/** Students whom the notice names; of more it tells the number. */
const NAMED_AT_MOST = 5;

/**
 * A new application to change published scores of one class, or one that came back or was taken back (`?applyId=`) once
 * more.
 */
export function ScoreChangeNewPage() {
  const { teachingClassId = '', scoreType: asked = '' } = usePageParams<'teachingClassId' | 'scoreType'>();
  const { applyId } = usePageAddress().search as { applyId?: string };
  const user = useUser();
  const type = asked in scoreTypeNames ? (asked as ScoreType) : scoreType.regular;
  const query = useOperation(
    sheetOperation,
    { teachingClassId, scoreType: type },
    { keepPrevious: false, staleTime: 0 },
  );
  const returned = useOperation(
    scoreChangeDetail,
    { applyId: applyId ?? '' },
    { enabled: applyId !== undefined, keepPrevious: false },
  );
  const key = `jwxt-score-change|${user.userName}|${teachingClassId}.${type}|${applyId ?? ''}`;
  const ready = applyId === undefined || returned.data !== undefined;
  const sheet = query.data;
  return (
    <Page title="申请成绩更改">
      {sheet === undefined || !ready ? (
        <Card grow>
          <QueryFaces query={sheet === undefined ? query : returned} rows={10}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : sheet.sheetStatus !== sheetStatus.published && !mayChangeRemarks(sheet) ? (
        <Card grow>
          <EmptyState
            title={sheet.sheetStatus === sheetStatus.submitted ? '成绩正在审批' : '成绩尚未审核通过'}
            reason={
              sheet.sheetStatus === sheetStatus.submitted
                ? '审核通过后可以申请更改；作弊、免修等备注由教务处或开课单位申请更改。'
                : '可直接在成绩录入中修改，无需申请更改。'
            }
            action={
              <Button component={Link} to={`/jwxt/gly/scoreManage/entry/${teachingClassId}/${type}`} variant="light">
                打开成绩单
              </Button>
            }
          />
        </Card>
      ) : sheet.rows.length === heldStudents(sheet, applyId).size ? (
        <Card grow>
          <EmptyState
            title="全部学生都有更改申请在审批中"
            reason="同一学生一次只能有一份成绩更改申请，请等待它结束。"
            action={
              <Button component={Link} to={openChangesPath(sheet)} variant="light">
                查看进行中的申请
              </Button>
            }
          />
        </Card>
      ) : (
        <ChangeForm
          key={key}
          storageKey={key}
          sheet={sheet}
          held={heldStudents(sheet, applyId)}
          applyId={applyId}
          proposals={returned.data ? { typed: proposalsOf(returned.data), reason: returned.data.reason } : null}
          refetch={query.refetch}
        />
      )}
    </Page>
  );
}

/** Whether a remark may be asked to be changed while the scores wait for their approval. */
function mayChangeRemarks({ sheetStatus: status, changeAs }: Sheet): boolean {
  return status === sheetStatus.submitted && changeAs === 'onBehalf';
}

type ChangeFormProps = {
  storageKey: string;
  sheet: Sheet;
  /** Students of other open applications: they are named, and not in the grid. */
  held: ReadonlySet<string>;
  applyId: string | undefined;
  proposals: { typed: ReturnType<typeof proposalsOf>; reason: string } | null;
  refetch: () => unknown;
};

function ChangeForm({ storageKey, sheet, held, applyId, proposals, refetch }: ChangeFormProps) {
  const user = useUser();
  const [session] = useState(() => opened(sheet, user.userName, storageKey, proposals));
  useEffect(() => {
    session.merge(sheet);
  }, [session, sheet]);
  const { grid } = useSyncExternalStore(session.subscribe, session.get);
  const [focus] = useState(cellFocus);
  const rows = useMemo(() => changeRows(grid), [grid]);
  const summary = useMemo(() => summarise(grid), [grid]);
  const { replaceWith } = usePageAddress();
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(rows);
  const onBehalf = sheet.changeAs === 'onBehalf';
  const isWaiting = sheet.sheetStatus === sheetStatus.submitted;
  const apply = useOperationMutation(onBehalf ? applyScoreChangeFor : applyScoreChangeOperation, {
    invalidates: ['scoreChange.', 'scoreEntry.', 'approval.'],
    success: true,
    onSuccess: ({ applyId: made }) => {
      session.discard();
      replaceWith(`/jwxt/gly/scoreManage/change/${made}`);
    },
    onError: (error: ApiError) => {
      const { grid: marked, others } = markChangeErrors(session.get().grid, sent.current, error.fieldErrors);
      session.setGrid(marked);
      setReasonError(others.find((each) => each.field === 'reason')?.message ?? null);
      setProblem(error.traceId === null ? error.message : `${error.message}（追踪号 ${error.traceId}）`);
      if (error.code === 'CHANGE_BASE_MOVED') refetch();
    },
  });
  const send = () => {
    session.commit();
    const current = changeRows(session.get().grid);
    const reason = session.reason().trim();
    setProblem(null);
    setReasonError(reason === '' ? '必填' : null);
    if (current.length === 0) return notify.warning('没有任何成绩发生变化，请先修改需要更改的成绩');
    if (reason === '') return;
    if (isWaiting && current.length > 1) return notify.warning('成绩正在审批，一次只能申请更改一名学生的备注');
    sent.current = current;
    apply.mutate({
      teachingClassId: sheet.teachingClassId,
      scoreType: sheet.scoreType as ScoreType,
      reason,
      rows: current,
      applyId: applyId ?? session.ownId(),
    });
  };
  const discard = async () => {
    if (await confirm({ message: '放弃后，本次填写的更改和原因将被清空。', danger: true, confirmText: '放弃' }))
      session.discard();
  };
  const changedCells = rows.reduce(
    (sum, row) => sum + Object.keys(row.items ?? {}).length + (row.scoreRemarkCode ? 1 : 0),
    0,
  );
  const wrong = summary.refused + summary.conflict;
  return (
    <>
      <Card>
        <Group wrap="nowrap" align="flex-start" gap={12}>
          <ActionIcon
            component={Link}
            to="/jwxt/gly/scoreManage/change"
            variant="subtle"
            color="gray"
            size={32}
            aria-label="返回成绩更改"
            title="返回成绩更改"
          >
            <IconArrowLeft size={19} />
          </ActionIcon>
          <div style={{ flex: 1, minWidth: 0 }}>
            <FactList
              columns={4}
              items={[
                { label: '学年学期', value: sheet.semesterName },
                { label: '课程', value: sheet.courseName },
                { label: '学分', value: sheet.courseCredit },
                { label: '教学班', value: sheet.teachingClassName },
                { label: '人数', value: String(sheet.coursePersonCount) },
                { label: '任课教师', value: sheet.teacherName },
                { label: '录入人', value: sheet.importTeacher },
              ]}
            />
          </div>
        </Group>
      </Card>
      <Card flush grow style={{ flex: '1 1 auto' }}>
        <Toolbar
          right={
            <span role="status">
              {changedCells === 0 ? '尚未更改' : `更改 ${String(rows.length)} 人 ${String(changedCells)} 项`}
              {wrong > 0 && `，${String(wrong)} 处需处理`}
            </span>
          }
        >
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={grid.undo.length === 0}
            onClick={() => {
              session.undo();
            }}
          >
            撤销
          </Button>
          <ActionIcon
            variant="default"
            size={32}
            aria-label="重做"
            disabled={grid.redo.length === 0}
            onClick={() => {
              session.redo();
            }}
          >
            <IconArrowForwardUp size={16} />
          </ActionIcon>
          {changedCells > 0 && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                void discard();
              }}
            >
              全部放弃
            </Button>
          )}
        </Toolbar>
        {problem !== null && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} m={8} p={8} role="alert" style={{ flex: 'none' }}>
            {problem}
          </Alert>
        )}
        {onBehalf && (
          <Alert color="blue" m={8} p={8} role="status" style={{ flex: 'none' }}>
            您代任课教师（{sheet.teacherName || sheet.importTeacher}）申请：审批人会看到是代为申请，任课教师会收到消息。
          </Alert>
        )}
        {isWaiting && (
          <Alert color="orange" m={8} p={8} role="status" style={{ flex: 'none' }}>
            {'成绩正在审批，只能申请更改一名学生的备注。审批中的成绩不变：' +
              '更改通过后，在成绩发布时生效；成绩若被退回，则直接记入成绩单。'}
          </Alert>
        )}
        <HeldStudents sheet={sheet} held={held} />
        <div style={{ margin: '0 8px' }}>
          <RoundedNotice grid={grid} />
        </div>
        <ChangeGrid
          session={session}
          sheet={grid.sheet}
          order={grid.order.filter((code) => !held.has(code))}
          focus={focus}
        />
        {rows.length > 0 && <ChangeEffectLine effect={effectOf(grid)} />}
        <div className={classes['evidence']} role="group" aria-label="附件">
          <span aria-hidden>附件</span>
          <AttachmentList businessTable={SCORE_CHANGE_FILES} businessId={applyId ?? session.ownId()} mode="edit" />
        </div>
        <div
          style={{
            display: 'flex',
            gap: 12,
            alignItems: 'flex-start',
            padding: '12px 16px',
            borderTop: '1px solid var(--jw-line)',
          }}
        >
          <div style={{ flex: 1, minWidth: 0 }}>
            <Field
              label="更改原因"
              htmlFor="change-reason"
              required
              error={reasonError}
              hint={`${String(session.reason().length)} / ${String(REASON_MAX)}`}
            >
              <Textarea
                id="change-reason"
                minRows={1}
                maxRows={3}
                autosize
                maxLength={REASON_MAX}
                value={session.reason()}
                error={reasonError !== null}
                placeholder="说明为什么更改，审批人据此审批"
                onChange={(event) => {
                  session.setReason(event.currentTarget.value);
                  setReasonError(null);
                }}
              />
            </Field>
          </div>
          <Button leftSection={<IconSend size={16} />} loading={apply.isPending} disabled={wrong > 0} onClick={send}>
            提交送审
          </Button>
        </div>
      </Card>
    </>
  );
}

/** Who is not in the grid, and why. */
function HeldStudents({ sheet, held }: Pick<ChangeFormProps, 'sheet' | 'held'>) {
  const names = sheet.rows.filter(({ studentCode }) => held.has(studentCode)).map(({ studentName }) => studentName);
  if (names.length === 0) return null;
  return (
    <Alert color="blue" m={8} p={8} role="status" style={{ flex: 'none' }}>
      {names.slice(0, NAMED_AT_MOST).join('、')}
      {names.length > NAMED_AT_MOST && ` 等 ${String(names.length)} 人`}
      已有更改申请在审批中，不在下表中。<Link to={openChangesPath(sheet)}>查看进行中的申请</Link>
    </Alert>
  );
}

const ignore = () => {};

function ChangeGrid({
  session,
  sheet,
  order,
  focus,
}: {
  session: ChangeSession;
  sheet: Parameters<typeof ScoreGrid>[0]['sheet'];
  order: readonly string[];
  focus: ReturnType<typeof cellFocus>;
}) {
  return (
    <ScoreGrid
      session={session}
      focus={focus}
      sheet={sheet}
      order={order}
      shown={order}
      numberFrom={1}
      mode="change"
      onReveal={ignore}
      onPasted={(report) => {
        notify.info(pasteSentence(report));
      }}
    />
  );
}

function opened(
  sheet: Sheet,
  userName: string,
  storageKey: string,
  proposals: ChangeFormProps['proposals'],
): ChangeSession {
  const session = changeSession(sheet, userName, localStorage, storageKey);
  if (proposals && changeRows(session.get().grid).length === 0) {
    session.type(proposals.typed);
    if (session.reason() === '') session.setReason(proposals.reason);
  }
  return session;
}
