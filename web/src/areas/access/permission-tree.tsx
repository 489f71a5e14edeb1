import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './access.module.css';
import { withCodes, type CodeGroup, type CodeModule } from './permission-tree.model.ts';

type Chosen = ReadonlySet<string>;
type PermissionTreeProps = {
  tree: readonly CodeModule[];
  chosen: Chosen;
  /** What the codes are compared with: what differs is coloured. */
  compared: Chosen;
  /** All modules stand open, because something is looked for. */
  open: boolean;
  readOnly: boolean;
  onChange: (chosen: Chosen) => void;
};

/** Permissions to choose: by module, by what they are for, by what may be done with it. */
export function PermissionTree({ tree, open, ...rest }: PermissionTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(tree.map(({ route }) => route)));
  return (
    <div className={classes['tree']} role="group" aria-label="权限">
      {tree.map((module) => (
        <ModulePart
          key={module.route}
          {...rest}
          module={module}
          open={open || !closed.has(module.route)}
          onToggle={() => {
            setClosed(withCodes(closed, [module.route], !closed.has(module.route)));
          }}
        />
      ))}
      {tree.length === 0 && <p className={classes['module']}>没有符合条件的权限</p>}
    </div>
  );
}

function ModulePart({
  module,
  open,
  onToggle,
  ...rest
}: Omit<PermissionTreeProps, 'tree'> & { module: CodeModule; onToggle: () => void }) {
  const codes = module.groups.flatMap((group) => group.codes.map(({ code }) => code));
  return (
    <section aria-label={module.title}>
      <div className={classes['module']}>
        <AllOf codes={codes} name={module.title} {...rest} />
        <button type="button" aria-expanded={open} onClick={onToggle}>
          {module.title}
        </button>
        <span className={classes['count']}>
          {codes.filter((code) => rest.chosen.has(code)).length}/{codes.length}
        </span>
        {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      </div>
      {open && module.groups.map((group) => <GroupPart key={group.prefix} group={group} {...rest} />)}
    </section>
  );
}

type ChoiceProps = Omit<PermissionTreeProps, 'tree' | 'open'>;

function GroupPart({ group, ...rest }: ChoiceProps & { group: CodeGroup }) {
  const { chosen, compared, readOnly, onChange } = rest;
  const codes = group.codes.map(({ code }) => code);
  return (
    <div className={classes['group']}>
      <AllOf codes={codes} name={group.title} label={group.title} {...rest} />
      <div className={classes['codes']}>
        {group.codes.map(({ code, name }) => (
          <Checkbox
            key={code}
            size="xs"
            label={name}
            title={code}
            disabled={readOnly}
            checked={chosen.has(code)}
            wrapperProps={{
              'data-change': changeOf(chosen.has(code), compared.has(code)),
            }}
            onChange={(event) => {
              onChange(withCodes(chosen, [code], event.currentTarget.checked));
            }}
          />
        ))}
      </div>
    </div>
  );
}

const changeOf = (now: boolean, then: boolean) => (now === then ? undefined : now ? 'added' : 'removed');

function AllOf({
  codes,
  name,
  label,
  chosen,
  readOnly,
  onChange,
}: ChoiceProps & { codes: readonly string[]; name: string; label?: string }) {
  const held = codes.filter((code) => chosen.has(code)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={`全选${name}`}
      {...(label === undefined ? {} : { label })}
      disabled={readOnly}
      checked={held === codes.length}
      indeterminate={held > 0 && held < codes.length}
      onChange={(event) => {
        onChange(withCodes(chosen, codes, event.currentTarget.checked));
      }}
    />
  );
}
