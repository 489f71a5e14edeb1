import { Alert, Button, CloseButton, Group, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClipboardCheck,
  IconHistory,
  IconInfoCircle,
  IconLock,
  IconUserEdit,
} from '@tabler/icons-react';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { makeupOptionName, makeupOption, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { columnName, type CellRef, type Grid, type SheetHead } from '../sheet-grid/sheet-grid.model.ts';
import { LeftClassNotice } from './left-class-notice.tsx';
import { ReplacedNotice } from './replaced-notice.tsx';
import { RoundedNotice } from './rounded-notice.tsx';
import classes from './sheet-notices.module.css';
import { refsOf } from '../sheet-save/sheet-edit.model.ts';
import { pasteSentence, type PasteReport } from '../sheet-import/sheet-paste.model.ts';
import type { SheetSession, SheetState } from '../sheet/sheet-session.ts';

const LISTED = 6;

export type SheetNoticesProps = {
  session: SheetSession;
  state: SheetState;
  forTeachers: string | null;
  pasted: PasteReport | null;
  onPastedSeen: () => void;
  onJump: (ref: CellRef) => void;
};

/**
 * What a person has to know about this sheet, above the grid: why it is read-only, what came back, what could not be
 * saved.
 */
export function SheetNotices({ session, state, forTeachers, pasted, onPastedSeen, onJump }: SheetNoticesProps) {
  const {
    grid: { sheet },
    grid,
    queue,
    restored,
    orphans,
    unkept,
  } = state;
  const [restoredSeen, setRestoredSeen] = useState(false);
  const drafts = refsOf(grid, () => true).length;
  const counting = countingSentence(sheet);
  return (
    <div className={classes['notices']}>
      {sheet.entryState === 'returned' && sheet.returnOpinion !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8}>
          {sheet.returnedBy} 退回：{sheet.returnOpinion || '（未填写意见）'}。修改后请重新提交送审。
        </Alert>
      )}
      {counting !== null && (
        <Alert color="gray" icon={<IconInfoCircle size={16} />} p={8}>
          {counting}
        </Alert>
      )}
      {sheet.editable && forTeachers !== null && (
        <Alert color="blue" icon={<IconUserEdit size={16} />} p={8}>
          您正在代 {sheet.importTeacher} 录入成绩，每次保存都会注明。原因：{forTeachers}
        </Alert>
      )}
      {!sheet.editable && sheet.readOnlyReason !== null && (
        <Alert color="gray" icon={<IconLock size={16} />} p={8}>
          {sheet.readOnlyReason}
        </Alert>
      )}
      {!sheet.editable && drafts > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8}>
          <Group gap={12}>
            <span>您有 {drafts} 处输入未能保存，仍保留在本机。</span>
            <CopyButton value={draftLines(grid)}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? '已复制' : '复制未保存的内容'}
                </Button>
              )}
            </CopyButton>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              onClick={() => {
                void discard(session, drafts);
              }}
            >
              放弃这些输入
            </Button>
          </Group>
        </Alert>
      )}
      {restored.count > 0 && !restoredSeen && (
        <Alert
          color="blue"
          icon={<IconHistory size={16} />}
          p={8}
          withCloseButton
          closeButtonLabel="知道了"
          onClose={() => {
            setRestoredSeen(true);
          }}
        >
          {restoredSentence(restored, sheet.editable)}
        </Alert>
      )}
      {orphans.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8}>
          上次未保存的输入中，有 {orphans.length} 处属于已不在本班的学生：
          {orphans
            .map((each) => `${each.studentCode} ${columnName(sheet, each.dataKey)} ${each.text ?? '空'}`)
            .join('；')}
        </Alert>
      )}
      {queue.kind === 'refused' && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8}>
          <Group gap={12}>
            <span>
              {queue.message}。您的输入已保留。{queue.traceId !== null && `追踪号 ${queue.traceId}`}
            </span>
            {sheet.editable && (
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  session.saveNow();
                }}
              >
                重新保存
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {unkept && (
        <Alert color="red" icon={<IconInfoCircle size={16} />} p={8}>
          本机浏览器无法暂存输入，保存完成之前请不要关闭或刷新页面。
        </Alert>
      )}
      <LeftClassNotice sheet={sheet} />
      <ReplacedNotice
        grid={grid}
        onJump={onJump}
        onSeen={() => {
          session.replacedSeen();
        }}
      />
      <RoundedNotice grid={grid} onJump={onJump} />
      {pasted && <Pasted report={pasted} grid={grid} onClose={onPastedSeen} onJump={onJump} />}
    </div>
  );
}

/** What came back of an earlier visit and what has become of it. */
function restoredSentence({ count, left }: SheetState['restored'], editable: boolean): string {
  const what = `已恢复上次未保存的 ${String(count)} 处输入`;
  if (left.length === 0) return `${what}，并已全部保存。`;
  return editable ? `${what}，正在自动保存。` : `${what}，其中 ${String(left.length)} 处未能保存：成绩单现为只读。`;
}

/**
 * How a make-up, deferred or retake sheet counts, or an ordinary one for those who retake, since such totals are not
 * those of the items alone; null when there is nothing to say.
 */
function countingSentence({ retake, retakeCap, scoreType: type, passMark }: SheetHead): string | null {
  const upTo = (cap: number) => formatDecimal(Math.max(cap, passMark), 2, 2);
  if (!retake) return retakeCap === null ? null : `名单来源为重修的学生及格后，总评最高按 ${upTo(retakeCap)} 计。`;
  const { makeupAndDelayTemplateValue: option, cap } = retake;
  const replaces = option === makeupOption.replacesExam;
  const way =
    option === null
      ? ''
      : `补缓考方式：${makeupOptionName(option)}，` +
        `${replaces ? '其他成绩项保留原成绩，考试成绩替代期末成绩' : '总评只按考试成绩计算'}。`;
  const isMakeup = type === scoreType.makeup;
  const limit =
    cap === null
      ? ''
      : `${isMakeup ? '补考' : '重修'}及格的，总评最高按 ${upTo(cap)} ` + `计${isMakeup ? '；缓考按实际成绩计' : ''}。`;
  return way + limit || null;
}

function Pasted({
  report,
  grid,
  onClose,
  onJump,
}: {
  report: PasteReport;
  grid: Grid;
  onClose: () => void;
  onJump: (ref: CellRef) => void;
}) {
  return (
    <Alert
      color={report.refused.length + report.outside > 0 ? 'red' : 'blue'}
      icon={<IconClipboardCheck size={16} />}
      p={8}
      role="status"
    >
      <Group gap={12} wrap="nowrap" align="flex-start">
        <div style={{ flex: 1 }}>
          {pasteSentence(report)}
          {report.refused.slice(0, LISTED).map((each) => (
            <UnstyledButton
              key={`${each.studentCode}|${each.dataKey}`}
              className={classes['refused']}
              onClick={() => {
                onJump(each);
              }}
            >
              {grid.rows[each.studentCode]?.server.studentName} {columnName(grid.sheet, each.dataKey)} “{each.text}”：
              {each.message}
            </UnstyledButton>
          ))}
          {report.refused.length > LISTED && (
            <span className={classes['refused']}>等 {report.refused.length} 处，见标红的单元格</span>
          )}
        </div>
        <CloseButton size="sm" aria-label="关闭粘贴结果" onClick={onClose} />
      </Group>
    </Alert>
  );
}

/** Unsaved input as lines that can be pasted into a spreadsheet. */
function draftLines(grid: Grid): string {
  return refsOf(grid, () => true)
    .map((ref) => {
      const row = grid.rows[ref.studentCode];
      return [
        row?.server.studentNumber,
        row?.server.studentName,
        columnName(grid.sheet, ref.dataKey),
        row?.drafts[ref.dataKey]?.text ?? '',
      ].join('\t');
    })
    .join('\n');
}

async function discard(session: SheetSession, count: number): Promise<void> {
  if (
    await confirm({ message: `放弃后，${String(count)} 处未保存的输入将无法找回。`, danger: true, confirmText: '放弃' })
  )
    session.discard();
}
