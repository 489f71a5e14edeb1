import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../lib/page-address.ts';
import classes from './shell.module.css';

/**
 * The empty-page picture (SHELL-59): for addresses of a module that lead nowhere, and for modules whose pages come
 * later.
 */
export function UnknownPage({
  title = '页面不存在',
  text = '没有这个页面，可能是地址有误，或页面已经移走。',
}: {
  title?: string;
  text?: string;
}) {
  usePageTitle(title);
  return (
    <div className={classes['unknown']}>
      <h1 className="jw-visually-hidden">{title}</h1>
      <svg viewBox="0 0 240 160" width="240" height="160" role="img" aria-label="空白页面">
        <ellipse cx="120" cy="140" rx="92" ry="10" fill="var(--jw-grey-ground)" />
        <g fill="var(--jw-surface)" stroke="var(--jw-line-strong)" strokeWidth="2" strokeLinejoin="round">
          <rect x="58" y="30" width="104" height="104" rx="6" transform="rotate(-5 110 82)" />
          <rect x="70" y="22" width="104" height="112" rx="6" />
          <path d="M150 22v18a6 6 0 0 0 6 6h18z" fill="var(--jw-sunken)" />
        </g>
        <g stroke="var(--jw-line-strong)" strokeWidth="4" strokeLinecap="round">
          <path d="M86 58h40M86 76h72M86 94h56" />
        </g>
        <circle cx="160" cy="112" r="20" fill="var(--jw-ink-soft)" stroke="var(--jw-ink)" strokeWidth="3" />
        <path d="m175 127 14 14" stroke="var(--jw-ink)" strokeWidth="5" strokeLinecap="round" />
      </svg>
      <p>{text}</p>
      <Button component={Link} to="/" variant="light">
        返回首页
      </Button>
    </div>
  );
}
