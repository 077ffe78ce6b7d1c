package import Wire

extension ServerMessage {
    package var state: StateMessage? { if case .state(let state) = self { state } else { nil } }
    package var opened: OpenedMessage? {
        if case .opened(let opened) = self { opened } else { nil }
    }
    package var error: ErrorMessage? { if case .error(let error) = self { error } else { nil } }
    package var index: IndexMessage? { if case .index(let index) = self { index } else { nil } }

    package var configuration: ConfigurationDescription? {
        if case .configured(let message) = self { message.configuration } else { nil }
    }
}
