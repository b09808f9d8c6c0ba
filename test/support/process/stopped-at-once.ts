/** `npm start` that is told to stop at the very moment at which it says where it listens. */
const say = console.log.bind(console);
console.log = (line: string): void => {
  say(line);
  if (line.startsWith('listening on ')) process.kill(process.pid, 'SIGTERM');
};

await import('../../../src/main/serve.ts');
