import { scopeDimensionChoices } from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { scopeGroups, scopesOfGroup } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { functionTree, ROOT_FUNCTION } from '@jwxt/contracts/kernel/function-tree.ts';
import { nodeName, scopeText } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconHelp, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import classes from './data-scope.module.css';
import { ExplainScopeDialog } from './explain-scope.dialog.tsx';
import { ScopeEditorDialog } from './scope-editor.dialog.tsx';
import { isSameScope, namesOf, scopesOf, treeLines, type GroupScopes, type TreeLine } from './scope-tree.model.ts';
import { scopeAt, type NodeScopes } from '@jwxt/contracts/kernel/node-scopes.ts';

const modules = functionTree.filter(({ kind }) => kind === 'module').map(({ qxbh }) => qxbh);

/** 数据权限: what each user group sees, by function (PERM-30 to 36), and why somebody sees a row or does not. */
export function DataPermissionPage() {
  const [chosen, setChosen] = useState<string | null>(null);
  const [against, setAgainst] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [explaining, setExplaining] = useState(false);
  const groups = useOperation(scopeGroups, {});
  const dimensions = useOperation(scopeDimensionChoices, {});
  const group = chosen ?? groups.data?.[0]?.yhzbh ?? '';
  const query = useOperation(scopesOfGroup, { yhzbh: group }, { enabled: group !== '', keepPrevious: false });
  const other = useOperation(
    scopesOfGroup,
    { yhzbh: against ?? '' },
    { enabled: against !== null, keepPrevious: false },
  );
  const choices = (groups.data ?? []).map(({ yhzbh, yhzmc }) => ({ value: yhzbh, label: yhzmc }));
  return (
    <Page title="数据权限">
      <Card
        grow
        title="数据权限"
        note="下级功能没有单独设置时，使用上级功能的范围"
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconHelp size={15} />}
            onClick={() => {
              setExplaining(true);
            }}
          >
            为什么能（不能）看到
          </Button>
        }
      >
        <div className={classes['line']}>
          <Select
            aria-label="用户组"
            w={200}
            allowDeselect={false}
            placeholder="请选择用户组"
            data={choices}
            value={group === '' ? null : group}
            onChange={setChosen}
          />
          <TextInput
            aria-label="查找功能"
            className={classes['grow'] ?? ''}
            placeholder="按功能名称或权限编号查找"
            leftSection={<IconSearch size={15} />}
            maxLength={60}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value.trim());
            }}
          />
          <Select
            aria-label="对比"
            w={220}
            clearable
            placeholder="对比其他用户组的差异"
            data={choices.filter(({ value }) => value !== group)}
            value={against}
            onChange={setAgainst}
          />
        </div>
        <QueryFaces query={dimensions} rows={10}>
          {(named) => (
            <QueryFaces query={query} rows={10}>
              {(saved) => (
                <ScopeTree
                  named={named}
                  key={saved.yhzbh}
                  group={choices.find(({ value }) => value === saved.yhzbh)?.label ?? saved.yhzbh}
                  saved={saved}
                  other={against === null ? undefined : other.data}
                  text={text}
                  groups={choices}
                />
              )}
            </QueryFaces>
          )}
        </QueryFaces>
      </Card>
      {explaining && (
        <ExplainScopeDialog
          onClose={() => {
            setExplaining(false);
          }}
        />
      )}
    </Page>
  );
}

type ScopeTreeProps = {
  named: OutputOf<typeof scopeDimensionChoices>;
  group: string;
  saved: GroupScopes;
  other: GroupScopes | undefined;
  text: string;
  groups: readonly { value: string; label: string }[];
};

function ScopeTree({ named, group, saved, other, text, groups }: ScopeTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([ROOT_FUNCTION]));
  const [edited, setEdited] = useState<TreeLine | null>(null);
  const maySave = useMay('dataPermission:save');
  const scopes = scopesOf(saved);
  const compared: NodeScopes | undefined = other && scopesOf(other);
  const lines = treeLines(scopes, { opened, text, differsFrom: compared });
  const dimensionsAt = (qxbh: string) => (named.studentFunctions.includes(qxbh) ? named.student : named.all);
  const toggle = (qxbh: string): void => {
    const next = new Set(opened);
    if (!next.delete(qxbh)) next.add(qxbh);
    setOpened(next);
  };
  return (
    <>
      <table className={classes['tree']} aria-label="功能与数据范围">
        <thead>
          <tr>
            <th>功能</th>
            <th>数据范围</th>
            <th>来源</th>
            {other && <th>对比用户组的范围</th>}
            {maySave && <th>操作</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { node, depth, values, from, below } = line;
            const there = compared && scopeAt(compared, node.qxbh).values;
            return (
              <tr key={node.qxbh} data-different={(there && !isSameScope(values, there)) || undefined}>
                <td style={{ paddingLeft: 12 + depth * 20 }}>
                  <NodeName line={line} open={opened.has(node.qxbh)} onToggle={toggle} />
                </td>
                <td>{scopeText(values, namesOf(saved), dimensionsAt(node.qxbh))}</td>
                <td className={from === node.qxbh ? '' : (classes['quiet'] ?? '')}>
                  {from === node.qxbh ? '本级设置' : from === null ? '未设置' : `继承自“${nodeName(from)}”`}
                  {below > 0 && `，下级 ${String(below)} 项单独设置`}
                </td>
                {other && <td>{there && scopeText(there, namesOf(other), dimensionsAt(node.qxbh))}</td>}
                {maySave && (
                  <td>
                    <button
                      type="button"
                      className={classes['plain'] ?? ''}
                      aria-label={`编辑“${node.qxmc}”`}
                      onClick={() => {
                        setEdited(line);
                      }}
                    >
                      编辑
                    </button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {lines.length === 0 && <p className={classes['lead']}>{other ? '没有差异' : '没有符合条件的功能'}</p>}
      {text === '' && !other && (
        <p className={classes['lead']}>
          <button
            type="button"
            className={classes['plain'] ?? ''}
            onClick={() => {
              setOpened(new Set([ROOT_FUNCTION, ...(opened.size > 1 ? [] : modules)]));
            }}
          >
            {opened.size > 1 ? '全部收起' : '展开到菜单'}
          </button>
        </p>
      )}
      {edited && (
        <ScopeEditorDialog
          key={saved.version}
          group={group}
          saved={saved}
          line={edited}
          groups={groups}
          dimensions={dimensionsAt(edited.node.qxbh)}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

function NodeName({ line, open, onToggle }: { line: TreeLine; open: boolean; onToggle: (qxbh: string) => void }) {
  const { node, opens } = line;
  if (!opens)
    return (
      <span className={classes['name']} title={node.qxbh}>
        {node.qxmc}
      </span>
    );
  return (
    <button
      type="button"
      className={`${classes['plain'] ?? ''} ${classes['name'] ?? ''}`}
      aria-expanded={open}
      onClick={() => {
        onToggle(node.qxbh);
      }}
    >
      {open ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
      {node.qxmc}
    </button>
  );
}
