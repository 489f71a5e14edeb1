import { Alert, Button, Group, Table, Textarea, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import type { SheetWarning } from '@jwxt/contracts/score/sheet-warnings.ts';
import { submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { toApiError, type ApiError } from '../../../lib/api-error.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactList } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CheckList, type CheckListProps } from '../sheet-checks/check-list.tsx';
import type { CellRef, Sheet } from '../sheet-grid/sheet-grid.model.ts';
import type { SheetSession } from './sheet-session.ts';
import { openChecks, summarise, type SheetSummary } from '../sheet-checks/sheet-summary.model.ts';
import { confirmedOf } from '../sheet-checks/sheet-warnings.model.ts';

const REMARK_MAX = 60;

export type SubmitDialogProps = CheckListProps & {
  opened: boolean;
  session: SheetSession;
  summary: SheetSummary;
  refetch: () => Promise<{ data: Sheet | undefined }>;
  onClose: () => void;
  /** Sentences of warnings that the person has confirmed. */
  confirmed: ReadonlySet<string>;
  /** What the scores as they are now look like beside earlier classes as they are now. */
  warningsNow: () => Promise<SheetWarning[]>;
};

/** Before a class is sent for approval: its figures, or who is missing what, each leading to the cell. */
export function SubmitDialog({
  opened,
  session,
  summary,
  refetch,
  onClose,
  onJump,
  confirmed,
  warningsNow,
  checks,
  onConfirm,
}: SubmitDialogProps) {
  const { sheet } = session.get().grid;
  const [remark, setRemark] = useState('');
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useOperationMutation(submitScores, {
    invalidates: ['scoreEntry.', 'approval.'],
    success: true,
    showsProcessing: true,
    onSuccess: () => {
      setRemark('');
      onClose();
    },
    onError: (error: ApiError) => {
      setProblem(error.traceId === null ? error.message : `${error.message}（追踪号 ${error.traceId}）`);
      void refetch();
      void warningsNow();
    },
  });
  const { failed, warnings } = openChecks(checks);
  const open = summary.missing.length + summary.conflict + summary.refused + warnings;
  const toConfirm = checks.filter((check) => check.text !== undefined);
  const send = async () => {
    setProblem(null);
    setPreparing(true);
    try {
      // What is sent for approval is what the server has: first everything typed arrives, then it is read again, then
      // judged again.
      if (!(await session.drained())) return setProblem('还有成绩没有保存成功，您的输入已保留；保存后请再次提交。');
      const { data } = await refetch();
      if (data) session.merge(data);
      const now = summarise(session.get().grid);
      if (now.missing.length + now.conflict + now.refused + now.unsaved + now.saving > 0)
        return setProblem('成绩在提交前有变化，请检查后再次提交。');
      const warned = await warningsNow();
      const right = confirmedOf(warned, confirmed);
      if (right.length < warned.length) return setProblem('成绩或往年数据有变化，请核实新的提醒后再次提交。');
      submit.mutate({
        teachingClassId: sheet.teachingClassId,
        scoreType: sheet.scoreType as ScoreType,
        revision: session.get().grid.sheet.revision,
        confirmed: right,
        ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
      });
    } catch (error) {
      setProblem(toApiError(error, '送审失败').message);
    } finally {
      setPreparing(false);
    }
  };
  const busy = preparing || submit.isPending;
  const close = () => {
    setProblem(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!busy) close();
      }}
      title="提交送审"
      width={640}
      footerNote={
        open === 0
          ? '提交后进入审批，审批期间不能修改'
          : failed > 0
            ? `处理完 ${String(failed)} 项后可送审`
            : `核实 ${String(warnings)} 项提醒后可送审`
      }
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={close}>
            取消
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            loading={busy}
            disabled={open > 0}
            data-autofocus
            onClick={() => {
              void send();
            }}
          >
            确定提交
          </Button>
        </>
      }
    >
      <FactList
        columns={2}
        items={[
          { label: '课程', value: sheet.courseName },
          { label: '教学班', value: sheet.teachingClassName },
          { label: '人数', value: `${String(summary.total)} 人，已录完 ${String(summary.complete)} 人` },
          { label: '及格率', value: `${summary.passRate}（不及格 ${String(summary.failed)} 人）` },
          { label: '优秀率', value: summary.excellentRate },
          { label: '平均分', value: `${summary.mean}（最高 ${summary.max}，最低 ${summary.min}）` },
          {
            label: '分布',
            value: summary.bands.map((band) => `${band.name} ${String(band.count)}`).join('，'),
            span: true,
          },
        ]}
      />
      {problem !== null && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />} role="alert">
          {problem}
        </Alert>
      )}
      {summary.conflict + summary.refused > 0 && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />}>
          {[
            summary.conflict > 0 ? `${String(summary.conflict)} 处冲突未处理` : '',
            summary.refused > 0 ? `${String(summary.refused)} 处成绩有误` : '',
          ]
            .filter((text) => text !== '')
            .join('，')}
        </Alert>
      )}
      {toConfirm.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <CheckList checks={toConfirm} onJump={onJump} onConfirm={onConfirm} />
        </div>
      )}
      {summary.missing.length > 0 ? (
        <MissingList
          missing={summary.missing}
          onJump={(at) => {
            onJump([at]);
          }}
        />
      ) : (
        <div style={{ marginTop: 16 }}>
          <Field label="说明" htmlFor="submit-remark" hint={`${String(remark.length)} / ${String(REMARK_MAX)}`}>
            <Textarea
              id="submit-remark"
              value={remark}
              maxLength={REMARK_MAX}
              autosize
              minRows={2}
              placeholder="选填，审批人可见"
              onChange={(event) => {
                setRemark(event.currentTarget.value);
              }}
            />
          </Field>
        </div>
      )}
    </Dialog>
  );
}

function MissingList({ missing, onJump }: { missing: SheetSummary['missing']; onJump: (ref: CellRef) => void }) {
  return (
    <Table mt={16} verticalSpacing={6} tabularNums aria-label="未录完的学生">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="1%" style={{ whiteSpace: 'nowrap' }}>
            学号
          </Table.Th>
          <Table.Th w="1%" style={{ whiteSpace: 'nowrap' }}>
            姓名
          </Table.Th>
          <Table.Th>缺少</Table.Th>
          <Table.Th w={60} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {missing.map((each) => {
          const at = each.cells[0];
          return (
            <Table.Tr key={each.studentCode}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{each.studentNumber}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{each.studentName}</Table.Td>
              <Table.Td>{each.names}</Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  {at && (
                    <UnstyledButton
                      c="var(--jw-ink)"
                      aria-label={`定位 ${each.studentName}`}
                      onClick={() => {
                        onJump(at);
                      }}
                    >
                      定位
                    </UnstyledButton>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
