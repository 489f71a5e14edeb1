import { hash } from 'node:crypto';

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** The Merkle tree hash of RFC 6962 over hashes that come one after the other; it keeps one hash for each level. */
export class MerkleTree {
  /** Roots of full trees with the hashes so far, the largest first. */
  readonly #roots: { readonly size: number; readonly root: Buffer }[] = [];

  add(entry: Buffer): void {
    let tree = { size: 1, root: sha256(leafPrefix, entry) };
    while (this.#roots.at(-1)?.size === tree.size)
      tree = { size: tree.size * 2, root: sha256(nodePrefix, this.#roots.pop()!.root, tree.root) };
    this.#roots.push(tree);
  }

  /** The root of all that was added; of nothing, the hash of nothing. */
  root(): Buffer {
    const last = this.#roots.at(-1);
    if (!last) return sha256();
    return this.#roots.slice(0, -1).reduceRight((right, { root }) => sha256(nodePrefix, root, right), last.root);
  }
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
