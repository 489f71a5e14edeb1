import { explainScope } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import {
  scopeSubjectNames,
  scopeSubjects,
  type ScopeSubject,
} from '@jwxt/contracts/data-scope/scope-subject.vocabulary.ts';
import { functionNode, functionTree } from '@jwxt/contracts/kernel/function-tree.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './data-scope.module.css';

const actions = functionTree
  .filter(({ kind }) => kind === 'action')
  .map(({ qxbh, qxmc, parent }) => ({ value: qxbh, label: `${functionNode(parent ?? '')?.qxmc ?? ''} / ${qxmc}` }));

type Asked = { userName: string; qxbh: string; subject: ScopeSubject; key: string };

/** 为什么能（不能）看到: for a person and a row, what lets in or keeps out. */
export function ExplainScopeDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Asked>({
    userName: '',
    qxbh: 'scoreEntry:detail',
    subject: 'teachingClass',
    key: '',
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useOperation(explainScope, asked ?? form, {
    enabled: asked !== null,
    keepPrevious: false,
    staleTime: 0,
  });
  const complete = form.userName.trim() !== '' && form.key.trim() !== '';
  return (
    <Dialog opened width={860} title="为什么能（不能）看到" onClose={onClose}>
      <form
        className={classes['line']}
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) setAsked({ ...form, userName: form.userName.trim(), key: form.key.trim() });
        }}
      >
        <TextInput
          data-autofocus
          w={140}
          label="账号"
          maxLength={64}
          value={form.userName}
          onChange={(event) => {
            setForm({ ...form, userName: event.currentTarget.value });
          }}
        />
        <Select
          w={260}
          label="功能"
          searchable
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          data={actions}
          value={form.qxbh}
          onChange={(qxbh) => {
            if (qxbh !== null) setForm({ ...form, qxbh });
          }}
        />
        <Select
          w={110}
          label="数据"
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          data={scopeSubjects.map((value) => ({ value: value as string, label: scopeSubjectNames[value].name }))}
          value={form.subject}
          onChange={(subject) => {
            if (subject !== null) setForm({ ...form, subject: subject as ScopeSubject });
          }}
        />
        <TextInput
          w={170}
          label={scopeSubjectNames[form.subject].key}
          maxLength={64}
          value={form.key}
          onChange={(event) => {
            setForm({ ...form, key: event.currentTarget.value });
          }}
        />
        <Button type="submit" mt={22} disabled={!complete} loading={query.isFetching}>
          查看原因
        </Button>
      </form>
      {asked !== null && (
        <QueryFaces query={query} rows={4}>
          {(explained) => <Explanation explained={explained} />}
        </QueryFaces>
      )}
    </Dialog>
  );
}

function Explanation({ explained }: { explained: OutputOf<typeof explainScope> }) {
  return (
    <>
      <div className={classes['conclusion']} role="status">
        <StatusTag tone={explained.seen ? 'green' : 'red'}>{explained.seen ? '能看到' : '看不到'}</StatusTag>{' '}
        {explained.person}，{explained.row}
        <br />
        {explained.conclusion}
      </div>
      <table className={classes['tree']} aria-label="各角色的判断">
        <thead>
          <tr>
            <th>角色</th>
            <th>权限</th>
            <th>范围设在</th>
            <th>维度</th>
            <th>允许的值</th>
            <th>这条数据</th>
            <th>结果</th>
          </tr>
        </thead>
        <tbody>
          {explained.roles.flatMap(({ jsbh, jsmc, node, holds, dimensions }) =>
            (dimensions.length === 0
              ? [{ sjqxbh: '', name: '不限', allowed: '', value: '', passed: true }]
              : dimensions
            ).map(({ sjqxbh, name, allowed, value, passed }) => (
              <tr key={`${jsbh} ${sjqxbh}`}>
                <td>{jsmc}</td>
                <td>{holds ? '有' : '没有'}</td>
                <td>{node}</td>
                <td>{name}</td>
                <td>{allowed}</td>
                <td>{value}</td>
                <td>{holds ? (passed ? '符合' : '不符合') : '不起作用'}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </>
  );
}
