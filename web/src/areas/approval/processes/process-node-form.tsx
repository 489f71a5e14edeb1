import {
  factsOfProcess,
  figures,
  isFigure,
  operatorNames,
  operatorsOf,
  shownNumber,
  storedNumber,
} from '@jwxt/contracts/approval/process-condition.ts';
import {
  nodesBefore,
  type NodeCondition,
  type ProcessDefinition,
  type ProcessNode,
} from '@jwxt/contracts/approval/process-definition.ts';
import type { processDetail } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { approvalType, nodeMode, nodeModeNames, scopeRuleNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { changedCondition, conditionOf, newCondition, type NodeChange } from './process-form.model.ts';
import classes from './process.module.css';

type Role = OutputOf<typeof processDetail>['roles'][number];
type Choices = { readonly roles: readonly Role[]; readonly remarks: ReadonlyMap<string, string> };

type NodeFormProps = Choices & {
  definition: ProcessDefinition;
  index: number;
  /** By path below the node, e.g. `roleCode`. */
  problems: (path: string) => string | undefined;
  onChange: (change: NodeChange) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/** One node of a draft. */
export function ProcessNodeForm({
  definition,
  index,
  problems,
  onChange,
  onMove,
  onRemove,
  ...choices
}: NodeFormProps) {
  const { processNo, nodes } = definition;
  const node = nodes[index];
  if (!node) return null;
  const id = (field: string): string => `${node.processNodeId}-${field}`;
  const name = node.processNodeName || `节点 ${String(index + 1)}`;
  return (
    <section className={classes['node']} aria-label={name}>
      <header className={classes['nodeHead']}>
        <span className={classes['order']}>{index + 1}</span>
        <h3 className={classes['nodeName']}>{name}</h3>
        <span className={classes['nodeId']}>{node.processNodeId}</span>
        <ActionIcon
          variant="subtle"
          aria-label={`上移 ${name}`}
          disabled={index === 0}
          onClick={() => {
            onMove(-1);
          }}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={`下移 ${name}`}
          disabled={index === nodes.length - 1}
          onClick={() => {
            onMove(1);
          }}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" aria-label={`删除 ${name}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </header>
      <div className={classes['fields']}>
        <Field label="节点名称" required htmlFor={id('name')} error={problems('processNodeName')}>
          <TextInput
            id={id('name')}
            value={node.processNodeName}
            maxLength={20}
            error={problems('processNodeName') !== undefined}
            onChange={(event) => {
              onChange({ processNodeName: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="审批角色" required htmlFor={id('role')} error={problems('roleCode')}>
          <Select
            id={id('role')}
            placeholder="请选择"
            error={problems('roleCode') !== undefined}
            value={node.roleCode === '' ? null : node.roleCode}
            data={choices.roles
              .filter(({ approves, jsbh }) => approves || jsbh === node.roleCode)
              .map(({ jsbh, jsmc }) => ({ value: jsbh, label: jsmc }))}
            comboboxProps={{ zIndex: 320 }}
            onChange={(roleCode) => {
              onChange({ roleCode: roleCode ?? '' });
            }}
          />
        </Field>
        <Field label="审批范围" required htmlFor={id('scope')} error={problems('scopeRule')}>
          <Select
            id={id('scope')}
            allowDeselect={false}
            value={node.scopeRule}
            data={factsOfProcess(processNo).units.map((rule) => ({ value: rule, label: scopeRuleNames[rule] }))}
            comboboxProps={{ zIndex: 320 }}
            onChange={(scopeRule) => {
              if (scopeRule !== null) onChange({ scopeRule });
            }}
          />
        </Field>
        <Field
          label="审批方式"
          htmlFor={id('mode')}
          hint={
            node.nodeMode === nodeMode.all
              ? '每位审批人都通过后才进入下一节点；有一位驳回或不通过即生效'
              : '任一审批人决定即可'
          }
        >
          <Select
            id={id('mode')}
            allowDeselect={false}
            value={node.nodeMode ?? nodeMode.any}
            data={Object.entries(nodeModeNames).map(([value, label]) => ({ value, label }))}
            comboboxProps={{ zIndex: 320 }}
            onChange={(mode) => {
              onChange({ nodeMode: mode === nodeMode.all ? mode : undefined });
            }}
          />
        </Field>
        {definition.approvalType === approvalType.rejecting && (
          <Field
            label="可驳回到"
            htmlFor={id('back')}
            error={problems('canReject')}
            hint="不选：本节点之前的任何节点和申请人"
          >
            <MultiSelect
              id={id('back')}
              placeholder={(node.canReject ?? []).length === 0 ? '不限' : ''}
              error={problems('canReject') !== undefined}
              value={node.canReject ?? []}
              data={nodesBefore(nodes, node.processNodeId).map((before) => ({
                value: before.processNodeId,
                label: before.processNodeName || before.processNodeId,
              }))}
              comboboxProps={{ zIndex: 320 }}
              onChange={(canReject) => {
                onChange({ canReject: canReject.length === 0 ? undefined : canReject });
              }}
            />
          </Field>
        )}
        <Field label="抄送" htmlFor={id('copied')} error={problems('ccRoles')} hint="通过本节点和办结时，发消息告知">
          <MultiSelect
            id={id('copied')}
            placeholder={(node.ccRoles ?? []).length === 0 ? '不抄送' : ''}
            error={problems('ccRoles') !== undefined}
            value={node.ccRoles ?? []}
            data={choices.roles
              .filter(({ reads, jsbh }) => reads || node.ccRoles?.includes(jsbh))
              .map(({ jsbh, jsmc }) => ({ value: jsbh, label: jsmc }))}
            comboboxProps={{ zIndex: 320 }}
            onChange={(ccRoles) => {
              onChange({ ccRoles: ccRoles.length === 0 ? undefined : ccRoles });
            }}
          />
        </Field>
      </div>
      <Conditions node={node} processNo={processNo} remarks={choices.remarks} problems={problems} onChange={onChange} />
    </section>
  );
}

type ConditionsProps = Pick<Choices, 'remarks'> &
  Pick<NodeFormProps, 'problems' | 'onChange'> & { node: ProcessNode; processNo: string };

/** When the node is entered: always, or when any of the conditions holds. */
function Conditions({ node, processNo, remarks, problems, onChange }: ConditionsProps) {
  const first = newCondition(processNo);
  const change = (at: number, condition: NodeCondition | null) => {
    onChange({
      conditions: node.conditions.flatMap((old, index) => (index === at ? (condition ?? []) : old)),
    });
  };
  return (
    <div className={classes['conditions']}>
      <span className={classes['label']}>进入条件</span>
      <div className={classes['conditionList']}>
        {node.conditions.length === 0 && (
          <span className={classes['hint']}>
            {first === null ? '每份申请都进入（该流程的申请没有可作条件的数据）' : '每份申请都进入'}
          </span>
        )}
        {node.conditions.map((condition, at) => (
          <ConditionForm
            key={at}
            condition={condition}
            joined={at > 0}
            processNo={processNo}
            remarks={remarks}
            problem={problems(`conditions.${String(at)}`)}
            onChange={(changed) => {
              change(at, changed);
            }}
          />
        ))}
        {first !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              onChange({ conditions: [...node.conditions, first] });
            }}
          >
            添加条件
          </Button>
        )}
      </div>
    </div>
  );
}

type ConditionProps = Pick<Choices, 'remarks'> & {
  condition: NodeCondition;
  joined: boolean;
  processNo: string;
  problem: string | undefined;
  onChange: (condition: NodeCondition | null) => void;
};

function ConditionForm({ condition, joined, processNo, remarks, problem, onChange }: ConditionProps) {
  const { field, operator, value } = condition;
  const [typed, setTyped] = useState(() => String(shownNumber(condition)));
  const kind = isFigure(field) ? figures[field].kind : 'yesNo';
  const set = (change: Partial<NodeCondition>) => {
    onChange(changedCondition(condition, change, remarks));
  };
  return (
    <div className={classes['condition']} role="group" aria-label={condition.text}>
      <span className={classes['hint']}>{joined ? '或' : '当'}</span>
      <Select
        aria-label="条件"
        w={220}
        allowDeselect={false}
        value={field}
        data={factsOfProcess(processNo).figures.map((each) => ({ value: each, label: figures[each].label }))}
        comboboxProps={{ zIndex: 320 }}
        onChange={(chosen) => {
          if (chosen !== null && isFigure(chosen)) {
            setTyped('0');
            onChange(conditionOf(chosen));
          }
        }}
      />
      <Select
        aria-label="比较"
        w={96}
        allowDeselect={false}
        value={operator}
        data={operatorsOf[kind].map((each) => ({ value: each, label: operatorNames[each] }))}
        comboboxProps={{ zIndex: 320 }}
        onChange={(chosen) => {
          if (chosen !== null) set({ operator: chosen });
        }}
      />
      {kind === 'yesNo' ? (
        <Select
          aria-label="值"
          w={120}
          allowDeselect={false}
          value={value === false ? yesNo.no : yesNo.yes}
          data={[
            { value: yesNo.yes, label: '是' },
            { value: yesNo.no, label: '否' },
          ]}
          comboboxProps={{ zIndex: 320 }}
          onChange={(chosen) => {
            set({ value: chosen === yesNo.yes });
          }}
        />
      ) : kind === 'remark' ? (
        <Select
          aria-label="值"
          w={120}
          placeholder="请选择"
          error={problem !== undefined}
          value={value === '' ? null : String(value)}
          data={[...remarks].map(([code, label]) => ({ value: code, label }))}
          comboboxProps={{ zIndex: 320 }}
          onChange={(chosen) => {
            set({ value: chosen ?? '' });
          }}
        />
      ) : (
        <NumberInput
          label="值"
          w={120}
          places={kind === 'percent' ? 1 : 2}
          min={0}
          max={100}
          rightSection={kind === 'percent' ? '%' : '分'}
          error={problem !== undefined}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            if (isFigure(field)) set({ value: text.trim() === '' ? Number.NaN : storedNumber(field, Number(text)) });
          }}
        />
      )}
      <ActionIcon
        variant="subtle"
        aria-label={`删除条件 ${condition.text}`}
        onClick={() => {
          onChange(null);
        }}
      >
        <IconTrash size={14} />
      </ActionIcon>
    </div>
  );
}
