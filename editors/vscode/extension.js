// Starts `localcheck lsp` and connects it with VS Code. Everything else is done by the server.
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

const LANGUAGES = ['markdown', 'plaintext', 'latex', 'restructuredtext', 'html'];
const OPTIONS = ['checkOnSave', 'checkOnOpen', 'showSupported', 'showUnsettled'];

let client;

/** The arguments of a command, asked for where the palette calls it without any; undefined if the person left. */
async function argumentsOf(command, given) {
  const editor = vscode.window.activeTextEditor;
  if (command === 'localcheck.check' && given.length === 0) {
    return editor && [client.code2ProtocolConverter.asUri(editor.document.uri)];
  }
  if (command === 'localcheck.search' && given.length === 0) {
    const selected = editor && editor.document.getText(editor.selection);
    const query = await vscode.window.showInputBox({ prompt: 'What to look for in the index', value: selected });
    return query && [query];
  }
  if (command === 'localcheck.ignore' && !given[2]) {
    const note = await vscode.window.showInputBox({ prompt: 'Why is this claim ignored? The note is kept in a file.' });
    return note === undefined ? undefined : [given[0], given[1], note];
  }
  return given;
}

async function activate(context) {
  const settings = vscode.workspace.getConfiguration('localcheck');
  const program = { command: settings.get('command'), args: ['lsp', ...settings.get('arguments')], transport: TransportKind.stdio };
  client = new LanguageClient('localcheck', 'localcheck', program, {
    documentSelector: LANGUAGES.flatMap((language) => [{ language, scheme: 'file' }, { language, scheme: 'untitled' }]),
    initializationOptions: Object.fromEntries(OPTIONS.map((name) => [name, settings.get(name)])),
    middleware: {
      async executeCommand(command, given, next) {
        const wanted = await argumentsOf(command, given);
        return wanted && next(command, wanted);
      },
    },
  });
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('localcheck')) {
        vscode.window.showInformationMessage('localcheck: the new settings hold after “Developer: Reload Window”.');
      }
    }),
  );
  await client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate, argumentsOf };
