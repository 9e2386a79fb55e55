import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { FLOORS, MOST_FILES } from "./floors";

const PAGE = fileURLToPath(new URL("../", import.meta.url));
const SOURCE = join(PAGE, "src");

/** Folders, each with the names of its files. */
function folders(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = relative(root, entry.parentPath) || ".";
    found.set(folder, [...(found.get(folder) ?? []), entry.name]);
  }
  return found;
}

/** The modules that a file imports, including types and modules loaded later. */
function imports(name: string, text: string): string[] {
  const { program, module, errors } = parseSync(name, text);
  expect(errors, name).toEqual([]);
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  const add = ({ source }: { source: object }) => {
    if ("value" in source && typeof source.value === "string") found.push(source.value);
  };
  new Visitor({ ImportExpression: add, TSImportType: add }).visit(program);
  return found;
}

interface Import {
  from: string;
  /** A file of `src`, or the name of a package. */
  to: string;
}

const ENDINGS = ["", ".ts", ".tsx", ".d.ts"];

function resolve(file: string, asked: string): string {
  const name = asked.replace(/\?.*$/, "");
  if (!name.startsWith(".")) return name;
  const path = normalize(join(dirname(file), name));
  const ending = ENDINGS.find((ending) => existsSync(join(SOURCE, path + ending)));
  if (ending === undefined) throw new Error(`${file} imports ${asked}, which isn't there`);
  return path + ending;
}

/** All imports of the page's own files; tests may import anything. */
const IMPORTS: readonly Import[] = [...folders(SOURCE)].flatMap(([folder, names]) =>
  names
    .filter((name) => /(?<!\.d|\.test)\.tsx?$/.test(name))
    .flatMap((name) => {
      const from = normalize(join(folder, name));
      return imports(from, readFileSync(join(SOURCE, from), "utf8")).map((asked) => ({
        from,
        to: resolve(from, asked),
      }));
    }),
);

const ORDER = FLOORS.map(({ folder }) => folder);
const floorOf = (file: string): number => ORDER.indexOf(dirname(file));
const isOurs = ({ to }: Import): boolean => floorOf(to) >= 0 && existsSync(join(SOURCE, to));
const shown = ({ from, to }: Import): string => `${from} -> ${to}`;

/** The imports in circles: what is left without those from a file that nobody imports and to one that imports nothing. */
function circles(edges: readonly Import[]): readonly Import[] {
  const [sources, targets] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))];
  const rest = edges.filter(({ from, to }) => targets.has(from) && sources.has(to));
  return rest.length === edges.length ? rest : circles(rest);
}

test("each folder has its floor, and each floor its folder", () => {
  expect([...folders(SOURCE).keys()].sort()).toEqual(ORDER.toSorted());
  expect(IMPORTS.filter(isOurs).length).toBeGreaterThan(800);
});

test("no file imports from a floor above its own", () => {
  const upward = (edge: Import) => isOurs(edge) && floorOf(edge.to) > floorOf(edge.from);
  expect(IMPORTS.filter(upward).map(shown)).toEqual([]);
});

test("no files import each other in a circle", () => {
  expect(circles(IMPORTS.filter(isOurs)).map(shown)).toEqual([]);
  const ring = ["a", "b", "c", "b", "d"].map((to, index, all) => ({ from: all[index - 1] ?? "start", to }));
  expect(circles(ring).map(shown)).toEqual(["b -> c", "c -> b"]);
});

test("other folders import only the files in a folder's door", () => {
  const pastDoor = (edge: Import) => {
    const { door } = FLOORS[floorOf(edge.to)] ?? {};
    const name = edge.to.replace(/^.*\//, "").replace(/\.tsx?$/, "");
    return isOurs(edge) && door && floorOf(edge.from) !== floorOf(edge.to) && !door.includes(name);
  };
  expect(IMPORTS.filter(pastDoor).map(shown)).toEqual([]);
});

test("plain folders don't use React", () => {
  const plain = IMPORTS.filter(({ from }) => FLOORS[floorOf(from)]?.isPlain);
  expect(plain.filter(({ from, to }) => from.endsWith(".tsx") || /\breact\b/.test(to)).map(shown)).toEqual([]);
});

test.each(["src", "e2e"])("no folder of %s is too full to look through", (root) => {
  const full = [...folders(join(PAGE, root))].filter(([, names]) => names.length > MOST_FILES);
  expect(full).toEqual([]);
});
