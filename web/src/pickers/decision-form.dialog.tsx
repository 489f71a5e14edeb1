import { approvalConfig, approve, configStatus } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  APPLICANT_NODE,
  OPINION_MAX_LENGTH,
  nodeResult,
  type NodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, Group, Radio, Select, Textarea, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { QueryFaces } from '../ui/faces.tsx';
import { usePhone } from '../ui/phone.ts';
import { Field } from '../ui/search-form.tsx';
import {
  approvalFormProblems,
  asksBackNode,
  commonOpinions,
  newApprovalForm,
  resultsFor,
  submissionOf,
  submissionWarning,
  withResult,
  type ApprovalFormProblems,
  type Decidable,
} from './decision-form.model.ts';
import layout from '../ui/dialog-form.module.css';
import classes from './decision-form.module.css';
import { CancelButton, useUnsavedInput } from '../ui/unsaved-input.tsx';

export type DecisionResults = OutputOf<typeof approve>['results'];

/** Calls that decide alike: the approval centre's, and the audit actions of single areas. */
export type DecisionOperation = Operation<(typeof approve)['input'], (typeof approve)['output']>;

export type DecisionFormProps = {
  /** The applications to decide, as they stood on the screen when 审批 was pressed. Empty: closed. */
  items: readonly Decidable[];
  onClose: () => void;
  /** The call that decides, for pages that have one of their own; by default that of the approval centre. */
  operation?: DecisionOperation | undefined;
  /** Answers of the server by application; some may be refusals. */
  onDecided: (results: DecisionResults, items: readonly Decidable[]) => void;
};

/** 审批: result, return node, opinion (APPROVAL-15, 55…73). */
export function DecisionFormDialog({ items, onClose, operation, onDecided }: DecisionFormProps) {
  return (
    <Dialog
      opened={items.length > 0}
      onClose={onClose}
      width={560}
      title={items.length > 1 ? `审批（${String(items.length)} 项）` : '审批'}
      flush
      zIndex={220}
    >
      {items.length > 0 && (
        <DecisionForm
          key={items.map((item) => item.applyId).join()}
          items={items}
          operation={operation}
          onDecided={onDecided}
        />
      )}
    </Dialog>
  );
}

type FormProps = Omit<DecisionFormProps, 'onClose'> & {
  /** In a view of its own with what is decided: beside it the opinion has the focus; there is nothing to cancel. */
  beside?: boolean;
};

/** Applications of several processes have no node in common to go back to: they can be passed together, no more. */
export function isMixed(items: readonly Pick<Decidable, 'processNo'>[]): boolean {
  return items.some(({ processNo }) => processNo !== items[0]?.processNo);
}

/** The form itself, with what its process offers. */
export function DecisionForm(props: FormProps) {
  return isMixed(props.items) ? <Form {...props} approvalType={null} nodes={[]} /> : <ConfiguredForm {...props} />;
}

function ConfiguredForm(props: FormProps) {
  const config = useOperation(
    approvalConfig,
    { instanceIds: props.items.map((item) => item.instanceId).join(',') },
    { keepPrevious: false, staleTime: 0 },
  );
  const refusal = config.data !== undefined && config.data.status !== configStatus.ready ? config.data.message : null;
  // APPROVAL-81: the server's words as an error message; the form cannot be used without the configuration.
  useEffect(() => {
    if (refusal !== null) notify.error(refusal);
  }, [refusal]);
  return (
    <QueryFaces query={config} compact>
      {(data) =>
        refusal === null ? (
          <Form {...props} approvalType={data.approvalType} nodes={data.nodes} />
        ) : (
          <div className={layout['body']}>
            <Alert color="red">{refusal}</Alert>
          </div>
        )
      }
    </QueryFaces>
  );
}

/** The field shows its label; the group of choices needs a name of its own. */
const hiddenLabel = { className: 'jw-visually-hidden' };

type NodeChoice = { processNodeId: string; processNodeName: string };

function Form({
  items,
  operation = approve,
  onDecided,
  approvalType,
  nodes,
  beside = false,
}: FormProps & { approvalType: string | null; nodes: readonly NodeChoice[] }) {
  const opinion = useRef<HTMLTextAreaElement>(null);
  // On a phone it stands below what is decided, which is to be read first.
  const focused = !usePhone() && beside;
  useEffect(() => {
    if (!focused) return;
    opinion.current?.focus();
    opinion.current?.select();
  }, [focused]);
  const [form, setForm] = useState(newApprovalForm);
  const [problems, setProblems] = useState<ApprovalFormProblems>({});
  useUnsavedInput(form);
  const needRadio = items.some((item) => item.needRadio === yesNo.yes);
  const rejecting = form.approvalStatus === nodeResult.notPassed || form.approvalStatus === nodeResult.rejected;
  const decide = useOperationMutation(operation, {
    invalidates: operation === approve ? ['approval.'] : ['approval.', `${operation.id.split('.')[0] ?? ''}.`],
    onSuccess: (output) => {
      onDecided(output.results, items);
    },
  });

  function submit() {
    if (decide.isPending) return;
    const found = approvalFormProblems(form, { approvalType, needRadio });
    setProblems(found);
    const warning = submissionWarning(items, found);
    if (warning === null) decide.mutate(submissionOf(form, items));
    else notify.warning(warning);
  }

  const write = (approvalOpinion: string) => {
    setForm({ ...form, approvalOpinion });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== 'approvalOpinion')));
  };
  const verb =
    form.approvalStatus === nodeResult.notPassed
      ? '不通过'
      : form.approvalStatus === nodeResult.rejected
        ? '驳回'
        : '通过';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={beside ? classes['beside'] : layout['body']}>
        {items.length === 1 && !beside && <p className={layout['note']}>{items[0]?.title}</p>}
        {items.length > 1 && (
          <p className={layout['note']}>
            将对 {items.length} 项
            {approvalType === null ? '不同流程的申请' : `“${items[0]?.approvalProcessName ?? ''}”`}
            使用同一结果和意见，逐项处理，互不影响。
            {approvalType === null && '不同流程的申请只能一并通过，驳回请分别审批。'}
          </p>
        )}
        <Field label="审批结果" required error={problems.approvalStatus}>
          <Radio.Group
            value={form.approvalStatus}
            onChange={(value) => {
              setForm(withResult(form, value as NodeResult));
              setProblems({});
            }}
            label="审批结果"
            labelProps={hiddenLabel}
          >
            <Group gap={8} grow>
              {resultsFor(approvalType).map(({ value, label }, index) => (
                <Radio.Card
                  key={value}
                  value={value}
                  className={classes['choice'] ?? ''}
                  data-refuse={value !== nodeResult.passed || undefined}
                  data-autofocus={(index === 0 && !beside) || undefined}
                >
                  <Radio.Indicator color={value === nodeResult.passed ? 'ink' : 'red'} size="xs" /> {label}
                </Radio.Card>
              ))}
            </Group>
          </Radio.Group>
        </Field>
        {asksBackNode(form, approvalType) && (
          <Field
            label="驳回节点"
            required
            error={problems.backNode}
            htmlFor="back-node"
            {...(form.backNode === null ? {} : { hint: backNodeHint(form.backNode, nodes, items) })}
          >
            <Select
              id="back-node"
              placeholder="请选择驳回节点"
              value={form.backNode}
              error={problems.backNode !== undefined}
              comboboxProps={{ zIndex: 320 }}
              data={nodes.map((node) => ({ value: node.processNodeId, label: node.processNodeName }))}
              nothingFoundMessage="所选申请没有共同的可驳回节点，请逐份审批"
              onChange={(backNode) => {
                setForm({ ...form, backNode });
                setProblems({});
              }}
            />
          </Field>
        )}
        {needRadio && (
          <Field label="全校调整" required error={problems.isAllSchool}>
            <Radio.Group
              value={form.isAllSchool}
              onChange={(value) => {
                setForm({ ...form, isAllSchool: value as YesNo });
              }}
              label="是否全校调整"
              labelProps={hiddenLabel}
            >
              <Group h={32}>
                <Radio value={yesNo.yes} label="是" />
                <Radio value={yesNo.no} label="否" />
              </Group>
            </Radio.Group>
          </Field>
        )}
        <Field label="审批意见" htmlFor="opinion" required={rejecting} error={problems.approvalOpinion}>
          <Textarea
            ref={opinion}
            id="opinion"
            aria-keyshortcuts="Control+Enter"
            rows={6}
            value={form.approvalOpinion}
            error={problems.approvalOpinion !== undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              submit();
            }}
            placeholder={rejecting ? '请说明原因，申请人会看到' : '请输入审批意见'}
            onChange={(event) => {
              write(event.currentTarget.value);
            }}
          />
          <div className={classes['phrases']}>
            常用：
            {commonOpinions(rejecting).map((text) => (
              <UnstyledButton
                key={text}
                className={classes['phrase']}
                onClick={() => {
                  write(text);
                }}
              >
                {text}
              </UnstyledButton>
            ))}
            <span data-over={form.approvalOpinion.length > OPINION_MAX_LENGTH || undefined}>
              {form.approvalOpinion.length} / {OPINION_MAX_LENGTH}
            </span>
          </div>
        </Field>
      </div>
      <footer className={beside ? classes['besideFoot'] : layout['footer']}>
        {beside ? <kbd>Ctrl Enter</kbd> : <CancelButton disabled={decide.isPending} />}
        <Button type="submit" color={rejecting ? 'red' : 'ink'} loading={decide.isPending}>
          确定{rejecting ? verb : ''}
        </Button>
      </footer>
    </form>
  );
}

/** What a rejection will do, in a sentence. */
function backNodeHint(backNode: string, nodes: readonly NodeChoice[], items: readonly Decidable[]): string {
  if (backNode === APPLICANT_NODE)
    return `申请将退回申请人${items.length === 1 ? `（${items[0]?.applicantName ?? ''}）` : ''}，修改后可重新提交。`;
  return (
    `申请将回到“${nodes.find((node) => node.processNodeId === backNode)?.processNodeName ?? ''}”，` +
    '由该节点的审批人重新审批。'
  );
}
