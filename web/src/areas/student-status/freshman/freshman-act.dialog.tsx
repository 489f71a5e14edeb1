import { adjustClassDivision } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  abandonFreshmen,
  batchReportFreshmen,
  keepFreshmen,
  restoreFreshmen,
  setFreshmenAbsent,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { abandonWayNames, keepReasonNames } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { field, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { notify } from '../../../lib/notify.ts';
import { FieldsDialog } from './fields.dialog.tsx';
import { freshmanStale, tellFreshmen } from './freshman-results.ts';

/** What is done to chosen freshmen and asks for more than who. */
export type AskedAct = 'absent' | 'abandon' | 'keep' | 'restore' | 'adjust';
type Act = { keys: readonly string[]; onDone: () => void; onClose: () => void };

const absentFields = {
  leaveReason: field.text('原因', 100, { required: true }),
  leaveUntil: field.date('请假至', { empty: '没有请假' }),
};
const abandonFields = {
  abandonWay: field.choice('方式', abandonWayNames, { required: true, initial: '2' }),
  abandonReason: field.text('说明', 100, { required: true }),
};
const keepFields = {
  keepReason: field.choice('保留原因', keepReasonNames, { required: true, initial: '1' }),
  keepUntil: field.date('保留至', { required: true }),
};
const restoreFields = { gradeMajorId: field.reference('改为年级专业', 'gradeMajor', { empty: '不变' }) };
const adjustFields = { bjdm: field.reference('行政班', 'classInfo', { required: true }) };
const optional = (values: WireRow, name: string): string | null => textOf(values[name]) || null;

/** Asks what else is to be known, and does it to all of them. */
export function FreshmanActDialog({ act, keys, onDone, onClose }: Act & { act: AskedAct }) {
  const count = `${String(keys.length)} 名新生`;
  const common = { invalidates: freshmanStale, onClose };
  const told = (what: string) => (result: Parameters<typeof tellFreshmen>[1]) => {
    tellFreshmen(what, result);
    onDone();
  };
  switch (act) {
    case 'absent':
      return (
        <FieldsDialog
          {...common}
          title={`登记未报到（${count}）`}
          note="已请假的填写请假到哪一天，到期前不算逾期；以后报到时直接点“报到”。"
          fields={absentFields}
          confirmText="登记"
          operation={setFreshmenAbsent}
          input={(values) => ({
            keys: [...keys],
            leaveReason: textOf(values['leaveReason']),
            leaveUntil: optional(values, 'leaveUntil'),
          })}
          onDone={told('登记未报到')}
        />
      );
    case 'abandon':
      return (
        <FieldsDialog
          {...common}
          title={`放弃入学资格（${count}）`}
          note="逾期未报到：入学日期两周后仍未报到，且没有请假的。登记错误的可以恢复为已录取。"
          fields={abandonFields}
          confirmText="放弃入学资格"
          operation={abandonFreshmen}
          input={(values) => ({
            keys: [...keys],
            abandonWay: textOf(values['abandonWay']) as '1' | '2',
            abandonReason: textOf(values['abandonReason']),
          })}
          onDone={told('放弃入学资格')}
        />
      );
    case 'keep':
      return (
        <FieldsDialog
          {...common}
          title={`保留入学资格（${count}）`}
          note="保留期间没有学籍。除应征入伍外，保留不超过一年；期满入学时恢复为已录取，并改为当年的年级专业。"
          fields={keepFields}
          confirmText="保留入学资格"
          operation={keepFreshmen}
          input={(values) => ({
            keys: [...keys],
            keepReason: textOf(values['keepReason']) as '1' | '2' | '9',
            keepUntil: textOf(values['keepUntil']),
          })}
          onDone={told('保留入学资格')}
        />
      );
    case 'restore':
      return (
        <FieldsDialog
          {...common}
          title={`恢复为已录取（${count}）`}
          note="未报到、保留入学资格、放弃入学资格的恢复为已录取。随以后年级入学的，请选择新的年级专业。"
          fields={restoreFields}
          confirmText="恢复"
          operation={restoreFreshmen}
          input={(values) => ({ keys: [...keys], gradeMajorId: optional(values, 'gradeMajorId') })}
          onDone={told('恢复为已录取')}
        />
      );
    case 'adjust':
      return (
        <FieldsDialog
          {...common}
          title={`调整班级（${count}）`}
          note="只能调到录取专业的行政班；已编学号的请先取消学号。"
          fields={adjustFields}
          confirmText="调整"
          operation={adjustClassDivision}
          input={(values) => ({ keys: [...keys], bjdm: textOf(values['bjdm']) })}
          onDone={({ moved }) => {
            notify.success(`已调整 ${String(moved)} 名新生的班级`);
            onDone();
          }}
        />
      );
  }
}

const listFields = { numbers: field.area('考生号或通知书号', 400_000, { required: true }) };

/** 批量报到: a column of numbers, as it is copied from a workbook or read by a scanner. */
export function BatchReportDialog({ onClose }: { onClose: () => void }) {
  return (
    <FieldsDialog
      title="批量报到"
      note="粘贴考生号或通知书号，每行一个，可以直接从 Excel 复制一列。没有的、已报到的会列出。"
      fields={listFields}
      confirmText="报到"
      operation={batchReportFreshmen}
      input={(values) => ({
        numbers: textOf(values['numbers'])
          .split(/[\s,，;；、]+/)
          .filter((number) => number !== ''),
      })}
      invalidates={freshmanStale}
      onDone={(result) => {
        tellFreshmen('报到', result);
      }}
      onClose={onClose}
    />
  );
}
