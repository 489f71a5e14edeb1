import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import {
  processCheck,
  processDetail,
  processDraftPublish,
  processDraftRemove,
  processDraftSave,
  queryProcesses,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import {
  approvalTypeNames,
  timeoutAction,
  timeoutActionNames,
  type ApprovalType,
  type TimeoutAction,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Field } from '../../../ui/search-form.tsx';
import layout from '../../../ui/dialog-form.module.css';
import { CancelButton, useUnsavedInput } from '../../../ui/unsaved-input.tsx';
import { ProcessDifferences } from './process-differences.tsx';
import {
  formProblems,
  whole,
  withMoved,
  withNewNode,
  withNode,
  withNodesOf,
  withoutNode,
} from './process-form.model.ts';
import { ProcessNodeForm } from './process-node-form.tsx';
import type { Names } from './process-words.model.ts';
import classes from './process.module.css';

type Detail = OutputOf<typeof processDetail>;

type DraftFormProps = {
  processNo: string;
  draft: NonNullable<Detail['draft']>;
  /** The version in force; null: there is none. */
  current: ProcessDefinition | null;
  roles: Detail['roles'];
  names: Names;
  readOnly: boolean;
  onGone: () => void;
  onPublished: () => void;
};

const typeOptions = Object.entries(approvalTypeNames).map(([value, label]) => ({ value, label }));
const timeoutOptions = Object.entries(timeoutActionNames).map(([value, label]) => ({ value, label }));
const stale = [processDetail.id, queryProcesses.id];

/** The draft of a process's next version: edited, checked, compared, published or let go. */
export function ProcessDraftForm(props: DraftFormProps) {
  const { processNo, draft, current, roles, names, readOnly, onGone, onPublished } = props;
  const [form, setForm] = useState(draft.definition);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [comparing, setComparing] = useState(false);
  const mayPublish = useMay('processSetting:publish');
  useUnsavedInput(form);
  const others = useOperation(queryProcesses, {});
  const save = useOperationMutation(processDraftSave, { invalidates: stale, success: '草稿已保存' });
  const remove = useOperationMutation(processDraftRemove, {
    invalidates: stale,
    success: '草稿已删除',
    onSuccess: onGone,
  });
  const check = useOperationMutation(processCheck);
  const publish = useOperationMutation(processDraftPublish, {
    invalidates: stale,
    success: '已发布，新提交的申请按此版本审批',
    onSuccess: onPublished,
  });
  const changed = JSON.stringify(form) !== JSON.stringify(draft.definition);
  const busy = save.isPending || remove.isPending || publish.isPending;
  const change = (part: { [K in keyof ProcessDefinition]?: ProcessDefinition[K] | undefined }) => {
    setForm(whole<ProcessDefinition>({ ...form, ...part }));
    check.reset();
  };
  const filled = (): boolean => {
    const found = formProblems(form);
    setProblems(found);
    return Object.keys(found).length === 0;
  };
  const taken = (current?.nodes ?? []).map(({ processNodeId }) => processNodeId);
  const id = (field: string): string => `process-${field}`;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && filled()) save.mutate({ revision: draft.revision, definition: form });
      }}
    >
      <fieldset className={classes['body']} disabled={readOnly} style={{ border: 0, margin: 0 }}>
        <p className={layout['note']}>
          草稿（{draft.editedBy} {draft.editedAt} 保存）。发布后才起作用，审批中的申请不受影响。
        </p>
        <div className={classes['fields']}>
          <Field label="流程名称" required htmlFor={id('name')} error={problems['processName']}>
            <TextInput
              id={id('name')}
              value={form.processName}
              maxLength={40}
              error={problems['processName'] !== undefined}
              onChange={(event) => {
                change({ processName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="审批类型" required htmlFor={id('type')}>
            <Select
              id={id('type')}
              allowDeselect={false}
              value={form.approvalType}
              data={typeOptions}
              comboboxProps={{ zIndex: 320 }}
              onChange={(type) => {
                if (type !== null) change({ approvalType: type as ApprovalType });
              }}
            />
          </Field>
          <Field
            label="处理时限（天）"
            htmlFor={id('limit')}
            error={problems['timeLimitDays']}
            hint={`每个节点的天数，不填按学校默认的 ${String(names.defaultLimitDays)} 天`}
          >
            <NumberInput
              id={id('limit')}
              min={1}
              max={90}
              rightSection="天"
              error={problems['timeLimitDays'] !== undefined}
              value={form.timeLimitDays === undefined || Number.isNaN(form.timeLimitDays) ? '' : form.timeLimitDays}
              onChange={(text) => {
                change({ timeLimitDays: text.trim() === '' ? undefined : Number(text) });
              }}
            />
          </Field>
          <Field
            label="超时处理"
            htmlFor={id('timeout')}
            error={check.data?.problems.find(({ nodeId, field }) => nodeId === null && field === 'timeoutAction')?.text}
            hint={timeoutHint(form.timeoutAction)}
          >
            <Select
              id={id('timeout')}
              clearable
              placeholder="只标记"
              value={form.timeoutAction ?? null}
              data={timeoutOptions}
              comboboxProps={{ zIndex: 320 }}
              onChange={(action) => {
                change({ timeoutAction: (action ?? undefined) as TimeoutAction | undefined });
              }}
            />
          </Field>
        </div>
        <div className={classes['switches']}>
          <Checkbox
            label="允许撤回"
            checked={form.recallAllowed}
            onChange={(event) => {
              change({ recallAllowed: event.currentTarget.checked });
            }}
          />
          <Checkbox
            label="可转办"
            checked={form.transferAllowed ?? true}
            onChange={(event) => {
              change({ transferAllowed: event.currentTarget.checked ? undefined : false });
            }}
          />
          <Checkbox
            label="可批量"
            checked={form.batchAllowed ?? true}
            onChange={(event) => {
              change({ batchAllowed: event.currentTarget.checked ? undefined : false });
            }}
          />
          <Checkbox
            label="询问是否全校"
            checked={form.needRadio === yesNo.yes}
            onChange={(event) => {
              change({ needRadio: event.currentTarget.checked ? yesNo.yes : undefined });
            }}
          />
        </div>
        {form.nodes.map((node, index) => (
          <ProcessNodeForm
            key={node.processNodeId}
            definition={form}
            index={index}
            roles={roles}
            remarks={names.remarks}
            problems={(path) =>
              problems[`nodes.${String(index)}.${path}`] ??
              check.data?.problems.find(({ nodeId, field }) => nodeId === node.processNodeId && field === path)?.text
            }
            onChange={(part) => {
              setForm(withNode(form, index, part));
              check.reset();
            }}
            onMove={(step) => {
              setForm(withMoved(form, index, step));
              check.reset();
            }}
            onRemove={() => {
              setForm(withoutNode(form, index));
              check.reset();
            }}
          />
        ))}
        {problems['nodes'] !== undefined && <div role="alert">{problems['nodes']}</div>}
        <div className={classes['switches']}>
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            disabled={form.nodes.length >= 8}
            onClick={() => {
              setForm(withNewNode(form, taken));
            }}
          >
            添加节点
          </Button>
          <Select
            aria-label="复制其他流程的节点"
            placeholder="复制其他流程的节点"
            w={220}
            value={null}
            data={(others.data?.list ?? [])
              .filter((other) => other.processNo !== processNo)
              .map((other) => ({ value: other.processNo, label: other.definition.processName }))}
            comboboxProps={{ zIndex: 320 }}
            onChange={(chosen) => {
              const other = others.data?.list.find((one) => one.processNo === chosen);
              if (other) setForm(withNodesOf(form, other.definition));
            }}
          />
        </div>
        {check.data && <CheckOutcome problems={check.data.problems} />}
        {comparing && current && <ProcessDifferences before={current} after={form} names={names} />}
      </fieldset>
      <footer className={layout['footer']}>
        {!readOnly && (
          <Button
            variant="subtle"
            color="red"
            disabled={busy}
            onClick={() => {
              void confirm({
                message: '确定删除这份草稿吗？已发布的版本不受影响。',
                confirmText: '删除',
                danger: true,
              }).then((sure) => {
                if (sure) remove.mutate({ processNo, revision: draft.revision });
              });
            }}
          >
            删除草稿
          </Button>
        )}
        {current && (
          <Button
            variant="default"
            onClick={() => {
              setComparing(!comparing);
            }}
          >
            {comparing ? '收起比较' : '与已发布的比较'}
          </Button>
        )}
        {!readOnly && (
          <>
            <Button
              variant="default"
              loading={check.isPending}
              onClick={() => {
                if (filled()) check.mutate({ definition: form });
              }}
            >
              检查
            </Button>
            <CancelButton disabled={busy} />
            <Button type="submit" variant="light" loading={save.isPending}>
              保存草稿
            </Button>
          </>
        )}
        {mayPublish && (
          <Button
            loading={publish.isPending}
            disabled={changed}
            title={changed ? '请先保存草稿' : undefined}
            onClick={() => {
              void confirm({
                message: '发布后，新提交的申请按此版本审批；审批中的申请仍按原版本。确定发布吗？',
                confirmText: '发布',
              }).then((sure) => {
                if (sure) publish.mutate({ processNo, revision: draft.revision });
              });
            }}
          >
            发布
          </Button>
        )}
      </footer>
    </form>
  );
}

function timeoutHint(action: TimeoutAction | undefined): string {
  if (action === undefined) return '超时的待办标为红色，不发消息';
  const reminded = '超时后发消息提醒审批人';
  return action === timeoutAction.report ? `${reminded}，并告知下一节点的审批人，最后一个节点告知教务处` : reminded;
}

function CheckOutcome({ problems }: { problems: OutputOf<typeof processCheck>['problems'] }) {
  return problems.length === 0 ? (
    <p className={classes['fine']} role="status">
      检查通过：每个节点在可能用到的单位都有审批人，进入条件有效，可以发布。
    </p>
  ) : (
    <ul className={classes['problems']} role="alert" aria-label="检查发现的问题">
      {problems.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
