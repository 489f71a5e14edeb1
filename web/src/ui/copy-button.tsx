import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { notify } from '../lib/notify.ts';

const SHOWN_MS = 1_500;

/** A button that copies a text, on plain http too; `copied` for a moment afterwards. */
export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (given: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  const copy = async () => {
    const done = await copyText(value);
    setCopied(done);
    if (!done) notify.warning('浏览器不允许复制，请手工选取');
  };
  return children({
    copied,
    copy: () => {
      void copy();
    },
  });
}
