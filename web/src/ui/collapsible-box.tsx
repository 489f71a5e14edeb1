import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './widgets.module.css';

/** The link that opens and closes something: 展开 or 收起 (PICKERS-124). */
export function CollapseToggle({
  open,
  onToggle,
  controls,
}: {
  open: boolean;
  onToggle: () => void;
  controls?: string;
}) {
  const Arrow = open ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton className={classes['toggle']} aria-expanded={open} aria-controls={controls} onClick={onToggle}>
      {open ? '收起' : '展开'} <Arrow size={14} aria-hidden />
    </UnstyledButton>
  );
}

/** A titled box that can be closed to its title. */
export function CollapsibleBox({
  title,
  children,
  startOpen = true,
}: {
  title: ReactNode;
  children: ReactNode;
  startOpen?: boolean;
}) {
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  return (
    <section className={classes['box']}>
      <header className={classes['boxHead']}>
        {title}
        <CollapseToggle
          open={open}
          controls={id}
          onToggle={() => {
            setOpen(!open);
          }}
        />
      </header>
      <Collapse id={id} expanded={open}>
        <div className={classes['boxBody']}>{children}</div>
      </Collapse>
    </section>
  );
}
