"""The Debian package: what is in it, that it is whole, and that it goes as it came."""
import re
import subprocess
from pathlib import Path

import pytest

from kit import ROOT, VERNIER
from package import DPKG, PATH, UNITS, Installed, earlier_package, field, package, run

CONFFILE = '/etc/default/vernier'


@pytest.fixture
def installed(tmp_path):
    return Installed(tmp_path / 'root')


def test_lintian_has_nothing_to_say_against_it():
    run('lintian', '--fail-on', 'error,warning', '--no-tag-display-limit', package())


def test_files_are_where_debian_has_them(installed):
    files = installed.files()
    assert files >= {
        '/usr/bin/vernier', CONFFILE, f'/{UNITS}/vernier.service',
        f'/{UNITS}/vernier.socket', '/usr/lib/sysusers.d/vernier.conf',
        '/usr/share/man/man1/vernier.1.gz', '/usr/share/doc/vernier/copyright',
        '/usr/share/doc/vernier/examples/nginx.conf',
        '/usr/share/doc/vernier/examples/monitoring/alerts.yml', '/usr/share/doc/vernier/README.md',
    }
    # The page is in the program.
    assert not any('/web/' in path for path in files)


def test_everything_belongs_to_root_and_only_root_may_change_it():
    lines = run('dpkg-deb', '--contents', package()).splitlines()
    assert len(lines) > 20
    for line in lines:
        mode, owner = line.split()[:2]
        assert owner == 'root/root' and mode[5] == mode[8] == '-', line
        assert mode[3] == mode[6] == mode[9] == '-' or mode[0] == 'd' or 'bin/vernier' in line


def test_program_needs_no_library_that_is_not_depended_on():
    wanted = re.findall(r'NEEDED.*\[(.+)\]', run('readelf', '--dynamic', VERNIER))
    assert any('avcodec' in name for name in wanted)
    depended = field('Depends')
    for name in wanted:
        found = run('dpkg-query', '--search', f'*/{name}').split(':')[0]
        assert re.search(rf'(^|, ){re.escape(found)}\b', depended), f'{name} is in {found}'
    assert 'libwebsockets-evlib-ev' in depended, 'the loop is loaded when the program runs'
    assert not any(name.startswith('libswift') for name in wanted)


def test_missing_dependency_keeps_it_from_being_installed(tmp_path):
    root = Installed(tmp_path / 'root')
    status = root.path('var/lib/dpkg/status')
    text = status.read_text()
    library = re.search(r'libavformat\d+', field('Depends'))[0]
    status.write_text(re.sub(rf'(?ms)^Package: {library}$.*?^$\n', '', text))
    command = [*DPKG, f'--root={root.root}', '--install', str(package())]
    done = subprocess.run(command, capture_output=True, text=True, env={'PATH': PATH})
    assert done.returncode == 1 and library in done.stderr


def test_version_names_the_debian_whose_libraries_it_needs():
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)', Path('/etc/os-release').read_text(), re.M))
    suffix = f'~deb{release["VERSION_ID"]}' if 'VERSION_ID' in release else ''
    assert re.fullmatch(rf'0\.\d+{suffix}', field('Version'))
    for older, newer in (('0.9~deb12', '0.9~deb13'), ('0.9~deb13', '0.9'), ('0.9', '0.10~deb12')):
        run('dpkg', '--compare-versions', older, 'lt', newer)


def test_upgrade_from_an_earlier_debian_keeps_the_configuration_and_replaces_the_rest(tmp_path):
    root = Installed(tmp_path / 'root', earlier_package(tmp_path))
    root.path(CONFFILE).write_text('MEDIA=/srv\n')
    cache = root.path('/var/cache/vernier/kept')
    cache.parent.mkdir(parents=True)
    cache.write_text('')
    users = root.path('/etc/passwd').read_text()
    root.dpkg('--install', package())
    assert field('Version') in root.dpkg('--status', 'vernier')
    assert root.path(CONFFILE).read_text() == 'MEDIA=/srv\n' and cache.exists()
    assert root.path('/etc/passwd').read_text() == users
    fresh = Installed(tmp_path / 'fresh').files()
    assert root.files() == fresh | {'/var/cache/vernier/kept'}
    assert root.path('/etc/systemd/system/sockets.target.wants/vernier.socket').is_symlink()


def test_service_has_a_user_of_its_own_without_a_shell(installed):
    users = dict(line.split(':', 1) for line in installed.path('/etc/passwd').read_text().splitlines())
    assert list(users) == ['vernier']
    assert users['vernier'].endswith('/usr/sbin/nologin')
    settings = installed.unit('vernier.service')
    assert settings['User'] == settings['Group'] == 'vernier'


def test_both_units_are_started_with_the_machine(installed):
    wants = installed.path('/etc/systemd/system')
    assert (wants / 'sockets.target.wants/vernier.socket').is_symlink()
    assert (wants / 'multi-user.target.wants/vernier.service').is_symlink()


def test_removal_leaves_what_was_configured_and_purging_leaves_nothing(installed):
    installed.path(CONFFILE).write_text('MEDIA=/srv\n')
    cache = installed.path('/var/cache/vernier')
    cache.mkdir(parents=True)
    installed.dpkg('--remove', 'vernier')
    assert installed.path(CONFFILE).read_text() == 'MEDIA=/srv\n'
    assert not installed.path('/usr/bin/vernier').exists()
    assert cache.exists()
    installed.dpkg('--purge', 'vernier')
    left = {path for path in installed.files() if 'vernier' in path}
    assert not left and not cache.exists()
    assert not installed.path('/usr/share/vernier').exists()
    assert not list(installed.path('/etc/systemd/system').rglob('vernier.*'))


def test_page_of_the_manual_names_every_command_and_no_other(installed):
    page = installed.path('/usr/share/man/man1/vernier.1.gz')
    text = run('zcat', page)
    told = re.findall(r'\.TP\n\.B (\w+)\n(.+)', text.split('.SH COMMANDS')[1].split('.SH')[0])
    commands = run(VERNIER, '--help').split('commands:\n')[1].split('\n\n')[0]
    assert told == [tuple(re.split(r' {2,}', line.strip())) for line in commands.splitlines()]
