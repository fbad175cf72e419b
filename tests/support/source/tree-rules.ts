import { posix } from 'node:path';
import { readImports } from './imports.ts';

/** The text of each code file by its path from the project's root. */
export type SourceTree = ReadonlyMap<string, string>;

const isSource = (path: string) => path.startsWith('src/');

/** Returns a message for each folder with too many files. */
export function checkFolders(tree: SourceTree, max = 20): string[] {
  const counts = new Map<string, number>();
  for (const path of tree.keys())
    if (isSource(path)) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > max)
    .map(([folder, count]) => `${folder} holds ${count} code files; ${max} is the most. Make rooms by noun.`);
}

type Graph = ReadonlyMap<string, readonly string[]>;

const graphs = new WeakMap<SourceTree, Graph>();

/** Returns which of the tree's files each file imports, types included; read once per tree. */
function importGraph(tree: SourceTree): Graph {
  const graph = graphs.get(tree) ?? readGraph(tree);
  graphs.set(tree, graph);
  return graph;
}

function readGraph(tree: SourceTree): Graph {
  return new Map(
    [...tree].map(([path, source]) => [
      path,
      readImports(path, source)
        .map(({ target }) => target)
        .filter((target) => tree.has(target)),
    ]),
  );
}

/** Returns a message for each import cycle, types included. */
export function checkCircles(tree: SourceTree): string[] {
  return findCircles(importGraph(tree)).map(
    (circle) =>
      `${circle.join(' -> ')}: these files import each other. Move what they share into its own file.`,
  );
}

/** Returns a message for each pair of server folders that import each other. */
export function checkServerRooms(tree: SourceTree): string[] {
  const rooms = new Map<string, Set<string>>();
  for (const [path, targets] of importGraph(tree))
    for (const target of targets) {
      const [from, to] = [serverRoomOf(path), serverRoomOf(target)];
      if (from && to && from !== to) rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
    }
  return [...rooms].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => from < to && rooms.get(to)?.has(from))
      .map((to) => `server/${from} and server/${to} import each other. One of them must not know the other.`),
  );
}

const serverRoomOf = (path: string) => /^src\/lib\/server\/([^/]+)\//.exec(path)?.[1];

/** Returns a message if more than `max` small files have only one importer. */
export function checkFragments(tree: SourceTree, max = 10): string[] {
  const importers = new Map<string, number>();
  for (const [path, targets] of importGraph(tree))
    if (!path.startsWith('tests/'))
      for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1);
  const fragments = [...tree]
    .filter(([path, source]) => /^src\/lib\/.*\.tsx?$/.test(path) && source.split('\n').length < 12)
    .map(([path]) => path)
    .filter((path) => importers.get(path) === 1);
  return fragments.length > max
    ? [
        `${fragments.length} files are under 12 lines and have one importer: move some into it. ${fragments.join(', ')}`,
      ]
    : [];
}

/** Finds the strongly connected components with two files or more (Tarjan's algorithm). */
function findCircles(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    index.set(path, index.size);
    low.set(path, index.size - 1);
    stack.push(path);
    for (const target of graph.get(path) ?? [])
      if (!index.has(target)) lower(path, visit(target));
      else if (stack.includes(target)) lower(path, index.get(target) ?? 0);
    if (low.get(path) === index.get(path)) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) circles.push(circle);
    }
    return low.get(path) ?? 0;
  };
  const lower = (path: string, value: number) => low.set(path, Math.min(low.get(path) ?? value, value));
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return circles;
}
