/**
 * Rules beyond the type checker, the linter and the import rules: calls that reach past a port, leftovers, and size.
 * Each rule names the remedy, and the files that are exempt.
 */

export type TidyRule = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** Where the rule holds, as path prefixes; everywhere when left out. */
  readonly within?: readonly string[];
  /** Path prefixes that may. */
  readonly except?: readonly string[];
  /** Comments are looked at too; only code otherwise. */
  readonly inComments?: true;
};

const product = ['src/', 'events/', 'commands/', 'projections/'];
const pure = ['src/kernel/', 'src/ports/', 'events/', 'commands/', 'projections/'];
/** The clock, the timers, the keys and the network of a browser are in one folder of the console. */
const browser = 'src/console/app/';
const system = ['src/adapters/system/', browser];

export const lineLengthMax = 120;
export const fileLinesMax = 300;

export const tidyRules: readonly TidyRule[] = [
  {
    name: 'wall-clock',
    pattern: /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!new )(?<![.\w])Date\(/,
    instead: 'take the time from the clock port, or from the command',
    within: product,
    except: system,
  },
  {
    name: 'monotonic-clock',
    pattern: /\bperformance\b|\bprocess\.(?:hrtime|uptime)\b|['"]node:perf_hooks['"]/,
    instead: 'use `monotonic` of the clock port',
    within: product,
    except: system,
  },
  {
    name: 'timer',
    pattern: /\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|(?:from |\()['"](?:node:)?timers['"/]/,
    instead: 'use the timers port',
    within: product,
    // The watch in a child process has no port: it is all that runs in its thread.
    except: [...system, 'src/engines/child/watch.ts'],
  },
  {
    name: 'randomness',
    pattern: /\bMath\.random\b|\brandom(?:UUID|Bytes|Int|Fill|FillSync)\b|\bgetRandomValues\b/,
    instead: 'use the ids port',
    within: product,
    except: system,
  },
  {
    name: 'environment',
    pattern: /\bprocess\.env\b|\benv\b[^;]*['"](?:node:)?process['"]/,
    instead: 'let src/main/config.ts read it, and take a value',
    within: product,
    except: ['src/main/config.ts'],
  },
  {
    name: 'console',
    pattern: /(?<![.\w/-])console(?:\.\w|\[)|= *console\b|\bprocess\.std(?:out|err)\b/,
    instead: 'use the logger port',
    within: product,
    except: ['src/main/'],
  },
  {
    name: 'network',
    pattern: /(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource)\b/,
    instead: 'reach the network through a port',
    within: product,
    except: ['src/adapters/', 'src/engines/', 'src/main/', browser],
  },
  {
    name: 'locale',
    pattern: /\blocaleCompare\b|\btoLocale\w*\b|\bIntl\./,
    instead: 'compare code units and format by hand: a replay on another machine must give the same bytes',
    within: pure,
  },
  {
    name: 'kernel-crypto',
    pattern: /^(?!import \{ (?:hash|createHash) \} from ).*['"](?:node:)?crypto['"]/m,
    instead: 'the kernel hashes, and does nothing else with node:crypto: `import { hash }`, or `createHash`',
    within: ['src/kernel/'],
  },
  {
    name: 'inherited-servers',
    pattern: /\.\.\.process\.env\b/,
    instead: 'embeddedEnvironment() of test/support: what a test starts uses no server that the run was given',
    within: ['test/'],
  },
  {
    name: 'unfinished-test',
    pattern: /\btest(?:\.\w+)*\.(?:only|skip|todo|failing)\b|\bt\.\w+\.skip\(/,
    instead: 'a test runs and passes, or it is not there',
    within: ['test/'],
    // The placeholder of a suite whose server is missing; the gate counts it as a failure.
    except: ['test/support/servers/require.ts', 'test/support/process/stand-in.ts', 'test/support/engines/browser.ts'],
  },
  {
    name: 'leftover',
    pattern: /\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK|W[I]P)\b|^(?:<{7}|>{7}|={7})(?: |$)/m,
    instead: 'finish it, or write an issue',
    inComments: true,
  },
  {
    name: 'unexplained-exception',
    pattern: /(?:(?:oxlint|eslint)-d[i]sable|oxfmt-i[g]nore)(?!.* -- \w)/,
    instead: 'say why, after ` -- `',
    inComments: true,
  },
  {
    name: 'long-line',
    pattern: new RegExp(`^.{${lineLengthMax + 1},}$`, 'm'),
    instead: `at most ${lineLengthMax} characters`,
    inComments: true,
  },
];

/** The same text with its comments blanked; strings stay, and so do line breaks. */
export const withoutComments = (text: string): string =>
  text.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`|\/\/.*|\/\*[^]*?\*\//g, (token) =>
    token.startsWith('/') ? token.replace(/./g, ' ') : token,
  );

const startsWithAny = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path.startsWith(prefix));

/** What is untidy in one file; `longFiles` are those that have a reason to be long. */
export const untidy = (path: string, text: string, longFiles: readonly string[] = []): readonly string[] => {
  const code = withoutComments(text);
  const findings = tidyRules
    .filter(({ within, except }) => (!within || startsWithAny(path, within)) && !startsWithAny(path, except ?? []))
    .flatMap(({ name, pattern, instead, inComments }) =>
      [...(inComments ? text : code).matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(
        ({ index }) => `${path}:${lineAt(text, index)} ${name}: ${instead}`,
      ),
    );
  const lines = lineAt(text, text.trimEnd().length);
  if (lines > fileLinesMax && !longFiles.includes(path)) {
    findings.push(`${path}:${lines} long-file: split it, or give it a reason in tidy.test.ts`);
  }
  return findings;
};

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
